// Sourced before a wrapped command, in the client's own shell: bash, zsh or a plain sh. From here on the command's output
// goes into a pipe; when the shell ends, it waits until all of it has been shown. No descriptor of the
// client stays open in the shell: otherwise any background process of the command would block the call.
import { quoted } from '../clients/hook-command.js'

/**
 * Uses `__pruner_token`, `__pruner_limit` and `__pruner_hear` (seconds). Words are escaped because a user's
 * alias could replace them. `disown`: a `wait` in the command must not wait for ours.
 */
export const beginScript = (run: string, watch: string): string => `\
# Written by mcp-pruner install. Sourced before a command.
__pruner_at=${quoted(run)}/\${__pruner_token%%t*}.addr
if [ -r "$__pruner_at" ]; then
  { \\read -r __pruner_at && \\read -r __pruner_at; } <"$__pruner_at" || :
fi
__pruner_at=$__pruner_at/$__pruner_token
# A program that finds a terminal behaves as on one, and is to find it.
# One that would print into a file prints into a file: nothing of it is lost on exit, as it may be in a pipe. Where
# it would find a pipe it finds a pipe, which it can open by name without emptying it.
__pruner_kind=pipe
__pruner_into=$__pruner_at.pipe
[ ! -f /dev/fd/1 ] || __pruner_kind=file
# A folder that another account has made under the same name is not ours.
if [ ! -t 1 ] && [ -O "\${__pruner_at%/*}" ] && [ -O "\${__pruner_at%/*}/ask" ] && [ -p "\${__pruner_at%/*}/ask" ] && \\command mkfifo -m 600 "$__pruner_at.pipe" "$__pruner_at.ctl" "$__pruner_at.done" 2>/dev/null; then
  [ "$__pruner_kind" = pipe ] || __pruner_into=$__pruner_at.out
  \\exec 5<>"$__pruner_into" 6<>"$__pruner_at.ctl" 7<>"$__pruner_at.done"
  __pruner_nice=
  if [ -n "\${ZSH_VERSION-}" ] && [[ -o bg_nice ]]; then
    \\unsetopt bg_nice
    __pruner_nice=1
  fi
  # In a bash, without functions and settings of the user.
  __pruner_sh=/bin/sh __pruner_how=--
  [ ! -x /bin/bash ] || __pruner_sh=/bin/bash __pruner_how=-p
  if \\command -v disown >/dev/null 2>&1; then
    "$__pruner_sh" "$__pruner_how" ${quoted(watch)} "$__pruner_at" "$__pruner_limit" "$__pruner_hear" $$ "$__pruner_kind" </dev/null &
    __pruner_watch=$!
    \\disown
  else
    \\exec 9>&1
    __pruner_watch=$("$__pruner_sh" "$__pruner_how" ${quoted(watch)} "$__pruner_at" "$__pruner_limit" "$__pruner_hear" $$ "$__pruner_kind" </dev/null >&9 9>&- & echo $!)
    \\exec 9>&-
  fi
  [ -z "$__pruner_nice" ] || \\setopt bg_nice
  \\exec >>"$__pruner_into" 2>&1 5>&- 6>&- 7>&-
  __pruner_end() {
    # The command may have functions by these names.
    \\unset -f trap set exec printf read kill command exit 2>/dev/null || :
    \\trap - EXIT
    \\set +e
    \\exec >/dev/null 2>&1
    if [ -p "$__pruner_at.ctl" ] && [ -p "$__pruner_at.done" ]; then
      # The end of this pipe is the end of the one who shows.
      \\exec 7<>"$__pruner_at.done" 6<"$__pruner_at.done" 7>&-
      \\printf 'end\\n' 1<>"$__pruner_at.ctl"
      \\read -r __pruner_at <&6
    else
      # The command has removed them. Who shows it hears a signal from when it has made its file.
      __pruner_tries=0
      while [ ! -e "$__pruner_at.out" ] && \\kill -0 "$__pruner_watch" && [ "$__pruner_tries" -lt 50 ]; do
        \\command sleep 0.02
        __pruner_tries=$((__pruner_tries + 1))
      done
      \\kill "$__pruner_watch"
      while \\kill -0 "$__pruner_watch" && [ "$__pruner_tries" -lt 300 ]; do
        \\command sleep 0.02
        __pruner_tries=$((__pruner_tries + 1))
      done
    fi
    \\exit "$__pruner_rc"
  }
  # Not a word of this in a trace that the command has turned on.
  \\trap '{ __pruner_rc=$?; \\set +x; } 2>/dev/null; __pruner_end' EXIT
fi
`
