// The command line that a client's hook runs: the hook program of the installed copy, by absolute paths.
import { dirname, join } from 'node:path'
import type { ClientName, InstallPlace } from './agent-client.js'
import { HOOK_PROGRAM } from './hook-names.js'

export const hookCommand = ({ node, entry, platform }: InstallPlace, client: ClientName): string =>
  shellWords([node, join(dirname(entry), HOOK_PROGRAM), client], platform)

/** As a line for this machine's shell. */
export const shellWords = (words: readonly string[], platform: NodeJS.Platform): string =>
  words.map((word) => quoted(word, platform)).join(' ')

const quoted = (part: string, platform: NodeJS.Platform): string => {
  if (/^[\w@%+=:,./-]+$/.test(part)) return part
  return platform === 'win32' ? `"${part}"` : `'${part.replaceAll("'", `'\\''`)}'`
}
