// Ends the commands of a server that was killed. Nothing that prints into a file notices that nobody reads any more,
// as it would with a pipe, and would fill the disk. A shell waits for the end of its input, which comes with the
// server's end, however that comes.
import { type ChildProcess, spawn } from 'node:child_process'

/** `+ID` and `-ID` as processes or groups (negative) come and go. At the end of input, those that are left are ended. */
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

/** Before a command is started: nobody else would end it while the guard is on its way. */
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
  // Without it a killed server leaves its commands, as before.
  child.once('error', () => {})
  child.stdin?.on('error', () => {})
  child.unref()
  const { stdin } = child
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  return child
}
