// Ends the commands of a killed server. A program that prints into a file does not notice that its reader is gone,
// as it would with a pipe, and would fill the disk. A shell waits for the end of its input, which comes with the
// server's end, however it ends.
import { type ChildProcess, spawn } from 'node:child_process'

/** `+ID` and `-ID` as processes or groups (negative) come and go. At the end of input, the remaining ones are killed. */
const SCRIPT = `trap '' INT TERM HUP QUIT
ids=' '
while read -r word; do
  id=\${word#?}
  case $word in
    +*) ids="$ids$id " ;;
    -*) case $ids in *" $id "*) ids="\${ids%%" $id "*} \${ids#*" $id "}" ;; esac ;;
  esac
done
for id in $ids; do kill -s TERM -- "$id"; done
[ "$ids" = ' ' ] || sleep 1
for id in $ids; do kill -s KILL -- "$id"; done
`

let guard: ChildProcess | undefined

/** Before a command is started: nothing else would end it until the guard is ready. */
export function readyGuard(): void {
  if (process.platform !== 'win32') guard ??= startGuard()
}

/** Until `release` is called. */
export function endWithThisProcess(id: number): { release(): void } {
  tell(`+${id}`)
  return { release: () => tell(`-${id}`) }
}

function tell(word: string): void {
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
