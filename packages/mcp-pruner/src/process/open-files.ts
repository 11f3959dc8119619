// Which output files other processes can still print into: who holds the end of a pipe is told by the system, who holds
// a file is not.
import { readdirSync, readlinkSync, statSync } from 'node:fs'

/** As the system names an output file, whose name was removed at once. */
const OUTPUT_FILE = /\/mcp-pruner-[0-9a-f]{24} \(deleted\)$/

/** `dev:ino` of each that another process has open, under whatever number; `undefined` where it is not known. */
export function filesPrintedInto(): ReadonlySet<string> | undefined {
  if (process.platform !== 'linux') return undefined
  const files = new Set<string>()
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue
    const folder = `/proc/${pid}/fd`
    // Of other users' processes nothing is known, and nothing of ours is theirs.
    try {
      for (const fd of readdirSync(folder)) {
        if (!OUTPUT_FILE.test(targetOf(`${folder}/${fd}`))) continue
        const found = statSync(`${folder}/${fd}`, { throwIfNoEntry: false })
        if (found) files.add(`${found.dev}:${found.ino}`)
      }
    } catch {}
  }
  return files
}

function targetOf(fd: string): string {
  try {
    return readlinkSync(fd)
  } catch {
    // Closed meanwhile.
    return ''
  }
}
