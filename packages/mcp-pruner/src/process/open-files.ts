// Which files other processes print into: who holds the end of a pipe is told by the system, who holds a file is not.
import { readdirSync, statSync } from 'node:fs'

const PRINTED_INTO = ['1', '2']

/** `dev:ino` of each file that is another process's standard output or error; `undefined` where it is not known. */
export function filesPrintedInto(): ReadonlySet<string> | undefined {
  if (process.platform !== 'linux') return undefined
  const files = new Set<string>()
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue
    for (const fd of PRINTED_INTO) {
      // Of other users' processes nothing is known, and nothing of ours is theirs.
      try {
        const found = statSync(`/proc/${pid}/fd/${fd}`, { throwIfNoEntry: false })
        if (found) files.add(`${found.dev}:${found.ino}`)
      } catch {}
    }
  }
  return files
}
