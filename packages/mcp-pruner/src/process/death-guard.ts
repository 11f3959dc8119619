// Ends the commands of a killed server. A program that prints into a file does not notice that its reader is gone,
// as it would with a pipe, and would fill the disk. A shell waits for the end of its input, which comes with the
// server's end, however it ends.
import { type ChildProcess, spawn } from 'node:child_process'

/**
 * `+ID` and `-ID` as processes or groups (negative) come and go. At the end of input, the remaining ones are killed,
 * and those with `=MARK` in their environment: a server can be killed after it started a command and before it could
 * send its id. Until the command is executed it holds this input open too, so its mark is there when the input ends.
 */
const SCRIPT = `trap '' INT TERM HUP QUIT
ids=' '
mark=
marked() {
  [ -z "$mark" ] && return
  for file in $(grep -ls -e "$mark" /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    echo "\${file%/environ}"
  done
}
while read -r word; do
  id=\${word#?}
  case $word in
    =*) mark=$id ;;
    +*) ids="$ids$id " ;;
    -*) case $ids in *" $id "*) ids="\${ids%%" $id "*} \${ids#*" $id "}" ;; esac ;;
  esac
done
left="$ids$(marked)"
for id in $left; do kill -s TERM -- "$id"; done
[ "$left" = ' ' ] || sleep 1
for id in $ids $(marked); do kill -s KILL -- "$id"; done
`

let guard: ChildProcess | undefined
let sentMark: string | undefined

/** Before a command is started: nothing else would end it until the guard is ready. */
export function readyGuard(mark?: string): void {
  if (process.platform !== 'win32') guard ??= startGuard()
  if (mark === undefined || mark === sentMark) return
  guard?.stdin?.write(`=${mark}\n`)
  sentMark = mark
}

/** Until `release` is called. */
export function endWithThisProcess(id: number): { release(): void } {
  send(`+${id}`)
  return { release: () => send(`-${id}`) }
}

function send(word: string): void {
  readyGuard()
  guard?.stdin?.write(`${word}\n`)
}

function startGuard(): ChildProcess {
  const child = spawn('/bin/sh', ['-c', SCRIPT], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    detached: true,
  })
  // Without it a killed server leaves its commands running.
  child.once('error', () => {})
  child.stdin?.on('error', () => {})
  child.unref()
  const { stdin } = child
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  return child
}
