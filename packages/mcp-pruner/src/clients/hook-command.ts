// The command line of a client's hook, with absolute paths: a script that uses curl where possible, otherwise the
// hook program of the installed copy.
import { dirname, join } from 'node:path'
import type { InstallPlace } from './agent-client.js'
import { HOOK_PROGRAM, HOOK_SCRIPT } from './hook-names.js'
import type { ClientName } from './registry.js'

export function hookCommand(place: InstallPlace, client: ClientName): string {
  const { node, entry, platform, dataFolder } = place
  const program = join(dirname(entry), HOOK_PROGRAM)
  const words =
    platform === 'win32'
      ? [node, program, client]
      : ['sh', join(dataFolder, HOOK_SCRIPT), client, node, program]
  return shellWords(words, platform)
}

/** As a line for this machine's shell. */
export const shellWords = (words: readonly string[], platform: NodeJS.Platform): string =>
  words.map((word) => (platform === 'win32' ? quotedWord(word, '"', '"') : quoted(word))).join(' ')

/** For a POSIX shell, whatever it contains. */
export const quoted = (word: string): string => quotedWord(word, "'", `'\\''`)

const quotedWord = (word: string, quote: string, inside: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : quote + word.replaceAll(quote, inside) + quote
