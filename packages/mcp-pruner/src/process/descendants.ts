// Finds what a command has started, also what left its process group with `setsid` or lost its parent: the
// mark in their environment tells whose they are. A process that clears its environment as well is not found;
// only a sandbox holds that one.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const VARIABLE = '_JEEVES_CALL'
const SERVER = randomBytes(9).toString('hex')
const HAS_PROC = process.platform === 'linux'

/** Marks all that a command starts as this server's, and as this call's. */
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

/** Asks them to end, and ends those that do not; new ones that they start meanwhile too. */
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

/** At once, for an end that cannot wait. */
export const killMarked = (): void => signalAll(marked(), 'SIGKILL')

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile, or became another user's.
    }
  }
}

/** Empty for what is another user's, and for one that has ended and was not yet collected. */
function environmentOf(pid: string): Buffer {
  try {
    return readFileSync(`/proc/${pid}/environ`)
  } catch {
    return Buffer.alloc(0)
  }
}
