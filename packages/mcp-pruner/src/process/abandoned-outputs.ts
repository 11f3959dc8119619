// Background processes of commands keep printing into files that nobody reads. The files are emptied while
// somebody prints into them, and closed when nobody does.
import { filesPrintedInto } from './open-files.js'
import type { OutputFile } from './output-file.js'

const MAX_BYTES = 1024 * 1024
const EMPTY_EVERY_MS = 1000
const LOOK_EVERY = 5
/** So many may wait for the next check. */
const MAX_WAITING = 16

const abandoned = new Map<OutputFile, () => boolean>()
let timer: NodeJS.Timeout | undefined
let rounds = 0

/** `mayPrint` decides if the system does not report who has a file open. */
export function abandon(file: OutputFile, mayPrint: () => boolean): void {
  abandoned.set(file, mayPrint)
  if (abandoned.size > MAX_WAITING) closeUnused()
  timer ??= setInterval(sweep, EMPTY_EVERY_MS).unref()
}

function sweep(): void {
  rounds += 1
  for (const file of abandoned.keys()) if (file.size > MAX_BYTES) file.discard()
  if (rounds % LOOK_EVERY === 0) closeUnused()
}

function closeUnused(): void {
  const open = filesPrintedInto()
  for (const [file, mayPrint] of abandoned) {
    if (open ? open.has(file.inode) : mayPrint()) continue
    file.close()
    abandoned.delete(file)
  }
  if (abandoned.size > 0) return
  clearInterval(timer)
  timer = undefined
}
