// Whether a process that a command started is still there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 25
/** Far longer than an end takes, for machines that are busy. */
const MAX_POLLS = 2400

export const isAlive = (pid: number): boolean => {
  try {
    // A process that has ended but was not yet collected counts as gone.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

export async function untilGone(pid: number): Promise<boolean> {
  for (let i = 0; i < MAX_POLLS && isAlive(pid); i++) await sleep(POLL_MS)
  return !isAlive(pid)
}

/** The id that a process writes into a file, once it has. */
export async function pidIn(folder: string, name: string): Promise<number> {
  for (;;) {
    try {
      const pid = Number(readFileSync(join(folder, name), 'utf8').trim())
      if (pid > 0) return pid
    } catch {
      // Not written yet.
    }
    await sleep(POLL_MS)
  }
}
