// Runs beside a wrapped command, in a plain sh without the user's settings: gathers what the command prints, asks
// the server what of it is to be shown, and shows that, or all of it when the server is not heard in time.
import { HOOK_ENGINE_MS } from '../clients/hook-names.js'

/** Shorter outputs are not worth a question. */
export const MIN_BYTES = 1500

/**
 * Everything that happens is a word on one pipe: \`end\` and \`eof\` of the command, \`heard\`, \`shown\` and \`raw\` of the
 * server, \`limit\`, \`tick\` and \`late\` of the clock. Descriptors: 3 the output, read from where it was last shown;
 * 4 the pipe that the command prints into; 6 the words; 7 held open until all is shown.
 */
export const WATCH_SCRIPT = `\
# Written by mcp-pruner install. AT LIMIT HEAR PID: the call's files, two times in seconds, the command's shell.
at=$1 limit=$2 hear=$3 main=$4
word() { printf '%s\\n' "$1" >&6; }
trap 'word end' TERM
exec 2>/dev/null
exec 4<"$at.pipe" 5<&- 8>>"$at.out" 3<"$at.out"

# In steps, so that nothing is left of one that is ended or forgotten.
timer() {
  (
    trap - TERM
    case $1 in
      *.*) sleep "$1" ;;
      *)
        left=$1
        while [ "$left" -gt 0 ] && kill -0 $$; do
          sleep 1
          left=$((left - 1))
        done
        ;;
    esac
    word "$2"
  ) 3<&- 4<&- 7>&- 8>&- </dev/null >/dev/null &
  timer=$!
}

timer "$limit" limit
alarm=$timer
(
  trap - TERM
  if cat <&4 >&8; then word eof; else word full; fi
) 3<&- 7>&- >/dev/null &
exec 8>&-

ended= eof= shown=
while [ -z "$ended" ] || [ -z "$eof" ]; do
  read -r what <&6 || continue
  case $what in
    end)
      ended=1
      kill "$alarm"
      # A job in the background may hold the pipe for as long as it likes.
      [ -n "$eof" ] || timer 0.1 eof
      ;;
    eof)
      eof=1
      # A shell that was killed says no end, and may be seen for a while yet.
      if kill -0 "$main"; then
        [ -n "$ended" ] || timer 0.2 eof
      else
        ended=1
      fi
      ;;
    limit | tick)
      # The client will not wait much longer: it is shown as it comes.
      shown=1
      cat <&3
      kill -0 "$main" || ended=1 eof=1
      timer 0.2 tick
      ;;
    full)
      shown=1
      cat <&3
      echo '[mcp-pruner: there is no room left on the disk; some of the output is missing here]'
      cat <&4
      eof=1
      ;;
  esac
done
kill "$timer"

ask=\${at%/*}/ask
size=$(wc -c <"$at.out") || size=0
if [ -z "$shown" ] && [ "$size" -ge ${MIN_BYTES} ] && [ -p "$ask" ]; then
  printf '%s\\n' "\${at##*/}" 1<>"$ask"
  timer "$hear" late
  while read -r what <&6; do
    case $what in
      heard)
        kill "$timer"
        timer ${HOOK_ENGINE_MS / 1000} late
        ;;
      shown)
        cat "$at.shown" && shown=all
        break
        ;;
      raw | late) break ;;
    esac
  done
  kill "$timer"
fi
[ "$shown" = all ] || cat <&3
rm -f "$at.pipe" "$at.ctl" "$at.done" "$at.out" "$at.shown"
[ -e "$ask" ] || rmdir "\${at%/*}"
`
