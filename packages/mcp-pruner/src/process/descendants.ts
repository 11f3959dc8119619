// Finds every process that a command started, also one that left its group with `setsid` or lost its parent: a
// mark in the environment identifies them. A process that also clears its environment is not found;
// only a sandbox contains that one.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const VARIABLE = '_JEEVES_CALL'
const SERVER = randomBytes(9).toString('hex')
/** In the environment of every process that this server's commands start. */
export const SERVER_MARK = `${VARIABLE}=${SERVER}`
const HAS_PROC = process.platform === 'linux'

/** Marks everything a command starts as this server's and this call's. */
export function newMark(): { readonly env: Record<string, string>; readonly mark: string } {
  const mark = `${SERVER}.${randomBytes(6).toString('hex')}`
  return { env: { [VARIABLE]: mark }, mark }
}

/** All processes with the mark; without one, all of this server's. */
export function marked(mark: string = SERVER): number[] {
  if (!HAS_PROC) return []
  const entry = Buffer.from(`${VARIABLE}=${mark}`)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => environmentOf(pid).includes(entry))
    .map(Number)
}

/** Asks them to end, then kills those that do not, including new ones they start meanwhile. */
export async function stopMarked(mark: string | undefined, graceMs: number): Promise<void> {
  signalAll(marked(mark), 'SIGTERM')
  const deadline = performance.now() + graceMs
  while (performance.now() < deadline && marked(mark).length > 0) await sleep(20)
  for (let round = 0; round < 5; round++) {
    const left = marked(mark)
    if (left.length === 0) return
    signalAll(left, 'SIGKILL')
    await sleep(5)
  }
}

/** At once, for an exit that cannot wait. */
export const killMarked = (): void => signalAll(marked(), 'SIGKILL')

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile, or belongs to another user now.
    }
  }
}

/** Empty for another user's process, and for a zombie. */
function environmentOf(pid: string): Buffer {
  try {
    return readFileSync(`/proc/${pid}/environ`)
  } catch {
    return Buffer.alloc(0)
  }
}
