// Temporary files of processes that were killed while they replaced a file.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isAlive } from './is-alive.js'

/** A write takes a few milliseconds. Processes of another container are not seen here. */
const MAX_WRITE_MS = 100

/** Removes those next to the file they were meant to replace. */
export function removeAbandoned(target: string): void {
  const start = `${basename(target)}.mcp-pruner-`
  for (const name of namesIn(dirname(target))) {
    const pid = name.startsWith(start) && /^(\d+)-[0-9a-f]{12}$/.exec(name.slice(start.length))?.[1]
    if (!pid || isAlive(Number(pid))) continue
    const file = join(dirname(target), name)
    const there = lstatSync(file, { throwIfNoEntry: false })
    if (there && Date.now() - there.mtimeMs > MAX_WRITE_MS) rmSync(file, { force: true })
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // It may be written to and not read.
    return []
  }
}
