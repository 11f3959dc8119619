// The scripts through which a wrapped command runs. The command itself runs in the client's own shell, with its
// output in a file; when the shell ends, what it wrote is shown pruned, or as it is when anything is in the way.
import { join } from 'node:path'
import { CLAUDE_ENV_SCRIPT } from '../clients/hook-names.js'
import { applicationEntry, applicationFolder } from '../clients/install/copy-application.js'
import { writeSafely } from '../clients/install/safe-files.js'
import { makeFolderSync } from '../process/make-folder.js'

/** Sourced with a token before the command. */
export const BEGIN_SCRIPT = join('native', 'begin.sh')
/** Outputs that are being written, and the sockets of running servers. */
export const RUN_FOLDER = join('native', 'run')
/** Shorter outputs are not worth a question; the script looks before it asks. */
export const MIN_BYTES = 1500

export function writeShellScripts(dataFolder: string, node: string): void {
  makeFolderSync(join(dataFolder, RUN_FOLDER))
  const asker = join(applicationFolder(dataFolder), 'native-show.js')
  const begin = join(dataFolder, BEGIN_SCRIPT)
  writeSafely(begin, beginScript(join(dataFolder, RUN_FOLDER), node, asker), 0o644)
  const bin = join(dataFolder, 'native', 'bin')
  makeFolderSync(bin)
  writeSafely(join(bin, 'mcp-pruner'), launcher(node, applicationEntry(dataFolder)), 0o755)
  writeSafely(join(dataFolder, CLAUDE_ENV_SCRIPT), claudeEnvScript(begin, bin), 0o644)
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * For bash and zsh. `trap` and `exec` of a command's own would lose the output: commands with either are never
 * wrapped. A command that takes longer than the client waits is shown as it runs, from the file.
 */
const beginScript = (run: string, node: string, asker: string): string => `\
# Written by mcp-pruner install. Sourced before a command, with a token and a number of seconds.
__pruner_token=$1
__pruner_out=${quoted(run)}/$1.out
if [ -n "$__pruner_token" ] && : 2>/dev/null >|"$__pruner_out"; then
  exec 8>&1 9>&2 >|"$__pruner_out" 2>&1
  (
    trap - EXIT
    exec >/dev/null 2>&1
    sleep "$2" 8>&- 9>&- &
    __pruner_sleep=$!
    trap 'kill $__pruner_sleep; exit 0' TERM
    wait $__pruner_sleep || exit 0
    trap '' TERM
    : >|"$__pruner_out.live"
    __pruner_at=0
    while :; do
      __pruner_last=0
      [ -e "$__pruner_out.end" ] && __pruner_last=1
      __pruner_size=$(wc -c <"$__pruner_out")
      if [ "$__pruner_size" -gt "$__pruner_at" ]; then
        tail -c "+$((__pruner_at + 1))" "$__pruner_out" | head -c "$((__pruner_size - __pruner_at))" >&8
        __pruner_at=$__pruner_size
      fi
      [ "$__pruner_last" = 1 ] && exit 0
      sleep 0.2
    done
  ) &
  __pruner_watch=$!
  __pruner_end() {
    __pruner_rc=$?
    trap - EXIT
    exec >&8 2>&9 8>&- 9>&-
    : >|"$__pruner_out.end"
    kill "$__pruner_watch" 2>/dev/null
    wait "$__pruner_watch" 2>/dev/null
    if [ ! -e "$__pruner_out.live" ]; then
      if [ "$(wc -c <"$__pruner_out")" -lt ${MIN_BYTES} ]; then
        cat "$__pruner_out"
      else
        ${quoted(node)} ${quoted(asker)} ${quoted(run)} "$__pruner_token" "$__pruner_rc" 2>/dev/null || cat "$__pruner_out"
      fi
    fi
    command rm -f "$__pruner_out" "$__pruner_out.end" "$__pruner_out.live"
    exit "$__pruner_rc"
  }
  trap __pruner_end EXIT
fi
`

/** The mark that a hook left in the command is found in what the shell was told to run. */
const claudeEnvScript = (begin: string, bin: string): string => `\
# Written by mcp-pruner install. Claude Code sources this before each command of its Bash tool.
PATH="$PATH":${quoted(bin)}
__pruner_hash='#'
__pruner_told="\${BASH_EXECUTION_STRING-}\${ZSH_EXECUTION_STRING-}"
case "$__pruner_told" in
  *"
$__pruner_hash mcp-pruner "*)
    __pruner_mark="\${__pruner_told##*"$__pruner_hash mcp-pruner "}"
    __pruner_mark="\${__pruner_mark%%[!0-9a-z ]*}"
    [ -r ${quoted(begin)} ] && . ${quoted(begin)} "\${__pruner_mark%% *}" "\${__pruner_mark#* }"
    ;;
esac
unset __pruner_hash __pruner_told __pruner_mark
`

const launcher = (node: string, entry: string): string => `\
#!/bin/sh
# Written by mcp-pruner install.
exec ${quoted(node)} ${quoted(entry)} "$@"
`
