// Counts on disk. Every process writes a file of its own, whole and by renaming, so none waits for another
// and none sees half a file; the oldest files are folded into one so that there are never many.
import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { addCounts, countsOf, type Stats, StatsSchema } from './counts.js'

const MAX_FILES = 64
/** A process writes at least this often while it has something to write. */
const QUIET_MS = 24 * 3600 * 1000

export class StatsFiles {
  readonly #folder: string
  readonly #own: string

  constructor(cacheFolder: string) {
    this.#folder = join(cacheFolder, 'stats')
    this.#own = join(this.#folder, `${randomUUID()}.json`)
  }

  write(stats: Stats): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const temporary = `${this.#own}.tmp`
    writeFileSync(temporary, JSON.stringify(stats), { mode: 0o600 })
    renameSync(temporary, this.#own)
  }

  readAll(): Stats {
    const sum: Stats = {}
    for (const name of this.#names()) addStats(sum, readStats(join(this.#folder, name)))
    return sum
  }

  /** Adds up the files that nobody writes any more. A file that another process takes first is left to it. */
  fold(): void {
    const files = this.#names().flatMap((name) => ageOf(join(this.#folder, name)))
    if (files.length <= MAX_FILES) return
    const sum: Stats = {}
    const taken: string[] = []
    for (const { path } of files.filter(({ ageMs }) => ageMs > QUIET_MS)) {
      const mine = `${path}.${process.pid}.folding`
      try {
        renameSync(path, mine)
      } catch {
        continue
      }
      addStats(sum, readStats(mine))
      taken.push(mine)
    }
    if (taken.length === 0) return
    const folded = join(this.#folder, `${randomUUID()}.json`)
    writeFileSync(`${folded}.tmp`, JSON.stringify(sum), { mode: 0o600 })
    renameSync(`${folded}.tmp`, folded)
    for (const path of taken) rmSync(path, { force: true })
  }

  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#folder).filter((name) => name.endsWith('.json'))
    } catch {
      return []
    }
  }
}

export function addStats(into: Stats, more: Stats): void {
  for (const [tool, counts] of Object.entries(more)) addCounts(countsOf(into, tool), counts)
}

/** A file that is damaged or gone counts nothing. */
function readStats(path: string): Stats {
  try {
    return StatsSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}

function ageOf(path: string): { path: string; ageMs: number }[] {
  try {
    return [{ path, ageMs: Date.now() - statSync(path).mtimeMs }]
  } catch {
    return []
  }
}
