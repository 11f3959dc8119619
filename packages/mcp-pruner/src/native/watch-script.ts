// Runs beside a wrapped command, in a plain sh without the user's settings: collects the command's output, asks
// the server what to show of it, and shows that, or all of it if the server does not answer in time.
import { HOOK_ENGINE_MS, MIN_OUTPUT_SIZE } from '../clients/hook-names.js'

/** The limit on disk for an output through a pipe; anything beyond is passed through. */
const MAX_KEPT_MB = 256

/**
 * Everything that happens is a word on one pipe: \`end\` of the command, \`cat PID\`, \`eof\` and \`full\` of the one who
 * copies the pipe, \`heard\`, \`shown\` and \`raw\` of the server. Descriptors: 3 the output, read from where it was last
 * shown; 4 the pipe that the command prints into, if it is not the file itself; 6 the words; 7 held open until all is
 * shown. In a bash nothing is started only to wait.
 */
export const WATCH_SCRIPT = `\
# Written by mcp-pruner install. AT LIMIT HEAR PID KIND: the call's files, two times in seconds, the command's shell,
# and whether it prints into a pipe or a file.
at=$1 limit=$2 hear=$3 main=$4 kind=$5
word() { printf '%s\\n' "$1" >&6; }
trap 'word end' TERM
exec 2>/dev/null
# While 5 is open the pipe has a writer, and opening it does not wait.
[ "$kind" = file ] || exec 4<"$at.pipe"
exec 5<&- 8>>"$at.out" 3<"$at.out"

part=
case \${BASH_VERSION-} in
  [4-9].* | [1-9][0-9].*)
    # Sets what: a word, or nothing when there was none for so many seconds.
    # The time may run out within a word: what there is of it then belongs to the next.
    next() {
      what=
      if read -r -t "$1" what <&6; then what=$part$what part=; else part=$part$what what=; fi
    }
    is_long() { LC_ALL=C read -r -d '' -N ${MIN_OUTPUT_SIZE} what <"$at.out"; }
    megabyte=1024
    ;;
  *)
    next() {
      ( trap - TERM; sleep "$1"; word '' ) 3<&- 4<&- 7>&- </dev/null >/dev/null &
      timer=$!
      read -r what <&6
      kill "$timer"
    }
    is_long() { [ "$(wc -c <"$at.out")" -ge ${MIN_OUTPUT_SIZE} ]; }
    megabyte=2048
    ;;
esac

# Whether anything prints into the file, which only the system knows; where it does not say, something may.
held() {
  [ -d /proc/self/fd ] || return 0
  for fd in /proc/[0-9]*/fd/[12]; do
    [ "$fd" -ef "$at.out" ] && return 0
  done
  [ -n "$left" ] || return 1
  # A job in the background may have moved its output to another number.
  for fd in /proc/[0-9]*/fd/[3-9] /proc/[0-9]*/fd/[1-9][0-9]; do
    case $fd in "/proc/$$/"*) continue ;; esac
    [ "$fd" -ef "$at.out" ] && return 0
  done
  return 1
}

# Whether the one who copies waits for more: then all that was printed is in the file.
caught_up() {
  [ -n "$copier" ] && [ -r "/proc/$copier/stat" ] || return 1
  read -r _ _ state _ <"/proc/$copier/stat" && [ "$state" = S ]
}

# A job in the background may print faster than it can be read: its file has no end.
measure() { blocks=$(($(wc -c <"$at.out") / 65536 + 1)); }
measured() { dd bs=65536 count="$blocks" <&3; }

show() {
  if [ ! "$at.seen" -nt "$at.out" ]; then
    : >"$at.seen"
    measure
    measured
  fi
}

copier= eof= left=
if [ "$kind" = pipe ]; then
  (
    trap - TERM
    ulimit -f $((${MAX_KEPT_MB} * megabyte))
    cat <&4 >&8 &
    word "cat $!"
    if wait $!; then word eof; else word full; fi
  ) 3<&- 7>&- >/dev/null &
else
  eof=1
fi
exec 8>&-

ended= shown= waited=0 tries=0
while [ -z "$ended" ] || [ -z "$eof" ]; do
  if [ -n "$ended" ] || [ -n "$shown" ]; then next 0.1; else next 1; fi
  case $what in
    end) ended=1 ;;
    cat\\ *) copier=\${what#cat } ;;
    eof) eof=1 ;;
    full)
      shown=1
      cat <&3
      echo '[mcp-pruner: there is too much output to keep, or no room left on the disk; some of it is missing here]'
      cat <&4
      eof=1
      ;;
    '')
      if [ -n "$ended" ]; then
        # A job in the background may hold the pipe for as long as it likes.
        tries=$((tries + 1))
        if caught_up || [ "$tries" -ge 50 ]; then eof=1; fi
      else
        waited=$((waited + 1))
        # A shell that was killed says no end.
        kill -0 "$main" || ended=1
      fi
      # The client will not wait much longer: it is shown as it comes.
      if [ -z "$shown" ] && [ "$waited" -ge "$limit" ]; then shown=1; fi
      [ -z "$shown" ] || show
      ;;
  esac
done
# What is in the background has a moment to print. A shell with no child but this one left nothing there.
if [ "$kind" = file ]; then
  children=none
  read -r children <"/proc/$main/task/$main/children"
  case $children in "" | "$$ " | "$$") ;; *) left=1; if held; then next 0.1; fi ;; esac
fi

measure
ask=\${at%/*}/ask
if [ -z "$shown" ] && [ -p "$ask" ] && is_long; then
  printf '%s\\n' "\${at##*/}" 1<>"$ask"
  next "$hear"
  while [ -n "$what" ]; do
    case $what in
      heard) next ${HOOK_ENGINE_MS / 1000} ;;
      shown)
        cat "$at.shown" && shown=all
        break
        ;;
      raw) break ;;
      *) next "$hear" ;;
    esac
  done
fi
[ "$shown" = all ] || measured
# The command's shell and the client wait until here.
exec 7>&- >/dev/null
rm -f "$at.ctl" "$at.done" "$at.shown" "$at.seen" "$at.pipe"

# What prints on in the background is not kept: it must not fill the disk, and not be stopped by a closed pipe.
if [ "$kind" = pipe ]; then
  rm -f "$at.out"
  [ -e "$ask" ] || rmdir "\${at%/*}"
  [ -z "$copier" ] || kill "$copier"
  exec cat <&4 3<&- 6<&-
fi
while [ -d /proc/self/fd ] && held; do
  : >"$at.out"
  next 2
done
rm -f "$at.out"
[ -e "$ask" ] || rmdir "\${at%/*}"
`
