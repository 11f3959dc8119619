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
import { hostname } from 'node:os'
import { join } from 'node:path'
import { addCounts, countsOf, type Stats, StatsSchema } from './counts.js'

const MAX_FILES = 64
/** In file names, where dots divide. */
const HOST = hostname().replace(/[^A-Za-z0-9-]/g, '-') || 'host'
/** Larger than any process id. */
const NO_PROCESS = 2 ** 31 - 1
/** After this long nobody writes a file any more, whoever it belonged to. */
const QUIET_MS = 7 * 24 * 3600 * 1000

export class StatsFiles {
  readonly #folder: string
  readonly #own: string

  constructor(cacheFolder: string) {
    this.#folder = join(cacheFolder, 'stats')
    this.#own = join(this.#folder, `${HOST}.${process.pid}.${randomUUID()}.json`)
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
    const names = this.#names()
    if (names.length <= MAX_FILES) return
    const sum: Stats = {}
    const taken: string[] = []
    for (const name of names.filter((found) => isAbandoned(join(this.#folder, found), found))) {
      const path = join(this.#folder, name)
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
    // Nobody's any more, so the next one to fold may take it at once.
    const folded = join(this.#folder, `${HOST}.${NO_PROCESS}.${randomUUID()}.json`)
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

/** Its process has ended, as far as can be told from this machine. */
function isAbandoned(path: string, name: string): boolean {
  const [host, pid] = name.split('.')
  try {
    if (Date.now() - statSync(path).mtimeMs > QUIET_MS) return true
    if (host !== HOST) return false
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
