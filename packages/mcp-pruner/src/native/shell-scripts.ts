// The scripts that run a wrapped command. The command itself runs in the client's own shell; its output
// is collected, and shown pruned when it ends, or unchanged after any error.

import { join } from 'node:path'
import { quoted } from '../clients/hook-command.js'
import { CLAUDE_ENV_SCRIPT, HOOK_SCRIPT } from '../clients/hook-names.js'
import { applicationEntry } from '../clients/install/copy-application.js'
import { writeSafely } from '../clients/install/safe-files.js'
import { makeFolderSync } from '../process/make-folder.js'
import { beginScript } from './begin-script.js'
import { hookScript } from './hook-script.js'
import { RUN_FOLDER } from './server-address.js'
import { WATCH_SCRIPT } from './watch-script.js'

/** Sourced before the command, which is identified by a token. */
const BEGIN_SCRIPT = join('native', 'begin.sh')

const binFolder = (dataFolder: string): string => join(dataFolder, 'native', 'bin')

export function writeShellScripts(dataFolder: string, node: string): void {
  makeFolderSync(join(dataFolder, RUN_FOLDER))
  for (const [file, text] of Object.entries(shellScripts(dataFolder))) {
    writeSafely(file, text, 0o644)
  }
  const bin = binFolder(dataFolder)
  makeFolderSync(bin)
  writeSafely(join(bin, 'mcp-pruner'), launcher(node, applicationEntry(dataFolder)), 0o755)
}

/** By path, as this version writes them. */
export function shellScripts(dataFolder: string): Readonly<Record<string, string>> {
  const watch = join(dataFolder, 'native', 'watch.sh')
  const begin = join(dataFolder, BEGIN_SCRIPT)
  return {
    [watch]: WATCH_SCRIPT,
    [begin]: beginScript(join(dataFolder, RUN_FOLDER), watch),
    [join(dataFolder, HOOK_SCRIPT)]: hookScript(join(dataFolder, RUN_FOLDER)),
    [join(dataFolder, CLAUDE_ENV_SCRIPT)]: claudeEnvScript(begin, binFolder(dataFolder)),
  }
}

/** Share of a call's delay; the rest is for the shell's own work. */
const SHARE_TO_HEAR = 2 / 3

/** For a command that is about to start, in one line. */
export const wrapping = (token: string, limitS: number, waitMs: number): string =>
  `${token} ${limitS} ${((waitMs * SHARE_TO_HEAR) / 1000).toFixed(3)}`

/** On the command's first line, so that errors give the same line numbers as without it. */
export function beginLine(dataFolder: string, wrapped: string): string {
  const begin = quoted(join(dataFolder, BEGIN_SCRIPT))
  const [token, limit, hear] = wrapped.split(' ')
  return `__pruner_token=${token} __pruner_limit=${limit} __pruner_hear=${hear}; if [ -r ${begin} ]; then . ${begin}; fi; `
}

/** The mark that a hook left in the command is found in the shell's `-c` argument. */
const claudeEnvScript = (begin: string, bin: string): string => `\
# Written by mcp-pruner install. Claude Code sources this before each command of its Bash tool.
PATH="$PATH":${quoted(bin)}
__pruner_hash='#'
__pruner_told="\${BASH_EXECUTION_STRING-}\${ZSH_EXECUTION_STRING-}"
case "$__pruner_told" in
  *"
$__pruner_hash mcp-pruner "*)
    __pruner_mark="\${__pruner_told##*"$__pruner_hash mcp-pruner "}"
    __pruner_mark="\${__pruner_mark%%[!0-9a-z. ]*}"
    __pruner_token="\${__pruner_mark%% *}"
    __pruner_hear="\${__pruner_mark##* }"
    __pruner_limit="\${__pruner_mark#* }"
    __pruner_limit="\${__pruner_limit%% *}"
    [ -r ${quoted(begin)} ] && . ${quoted(begin)}
    ;;
esac
unset __pruner_hash __pruner_told __pruner_mark
`

const launcher = (node: string, entry: string): string => `\
#!/bin/sh
# Written by mcp-pruner install.
exec ${quoted(node)} ${quoted(entry)} "$@"
`
