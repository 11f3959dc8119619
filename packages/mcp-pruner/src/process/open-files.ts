// Which output files other processes can still print into: the system reports who has the end of a pipe open, but not
// who has a file open.
import { readdirSync, readlinkSync, statSync } from 'node:fs'

/** The system's name for an output file, which was unlinked at once. */
const OUTPUT_FILE = /\/mcp-pruner-[0-9a-f]{24} \(deleted\)$/

/** `dev:ino` of each that another process has open, under any descriptor; `undefined` if unknown. */
export function filesPrintedInto(): ReadonlySet<string> | undefined {
  if (process.platform !== 'linux') return undefined
  const files = new Set<string>()
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue
    const folder = `/proc/${pid}/fd`
    // Other users' processes cannot be inspected, and have nothing of ours.
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
