// The ledger on disk. Each process appends to its own file, whose name identifies its owner, so that writers
// never wait for one another; a file whose process has ended is taken over by the next, by renaming it, which
// only one can do. The sums file lists the files folded into it, so that a kill between writing
// the one and removing the other counts nothing twice.
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { appendSync, moveFileSync } from '@jeeves/mcp-runtime/files'
import { makeFolderSync } from '../process/make-folder.js'
import { statIfThere } from '../process/stat-file.js'

export interface LedgerFile {
  readonly name: string
  /** Unchanged when the file changes owner. */
  readonly id: string
  readonly owner: string
  readonly kind: 'calls' | 'sums'
}

/** In file names, where dots divide. */
const HOST = hostname().replace(/[^A-Za-z0-9-]/g, '-') || 'host'
/** The owner of a file that anyone may take. */
const NOBODY = `${HOST}.0`
const ME = `${HOST}.${process.pid}`
const LEFTOVER_MS = 3600 * 1000
/** After this long a file is abandoned, whoever owned it. */
const ABANDONED_MS = 7 * 24 * 3600 * 1000
/** A writer starts a new file after this much, so that the previous one can be folded. */
const ROTATE_BYTES = 256 * 1024
const UNFINISHED_SUMS = /\.sums\.(?:tmp|mcp-pruner-\d+-[0-9a-f]+)$/
const NAME = /^([A-Za-z0-9-]+\.\d+)\.([0-9a-f-]{36})\.(calls|sums)$/

export class LedgerFiles {
  readonly folder: string
  #own: string | undefined
  #ownBytes = 0

  constructor(folder: string) {
    this.folder = folder
  }

  /** Appends whole lines: one write to a file with a single writer. */
  append(lines: string): { readonly isNewFile: boolean } {
    const isNewFile = this.#own === undefined || this.#ownBytes >= ROTATE_BYTES
    if (this.#own !== undefined && isNewFile) this.#release(this.#own)
    const wanted = isNewFile ? this.#claimFree() : this.#own
    const isThere = wanted !== undefined && this.#appendTo(wanted, lines)
    this.#own = isThere ? wanted : this.#make(lines)
    this.#ownBytes += Buffer.byteLength(lines)
    return { isNewFile }
  }

  /** Every file once; listed until two listings agree, because files are renamed meanwhile. */
  list(): readonly LedgerFile[] {
    let names = this.#names()
    for (let tries = 0; tries < 5; tries++) {
      const again = this.#names()
      if (again.join() === names.join()) break
      names = again
    }
    const files = new Map<string, LedgerFile>()
    for (const name of names) {
      const [, owner = '', id = '', kind] = NAME.exec(name) ?? []
      if (kind) files.set(id, { name, id, owner, kind: kind as LedgerFile['kind'] })
    }
    return [...files.values()]
  }

  pathOf({ name }: Pick<LedgerFile, 'name'>): string {
    return join(this.folder, name)
  }

  bytesOf(file: LedgerFile): number {
    return statIfThere(this.pathOf(file))?.size ?? 0
  }

  /** Takes over an abandoned file; `undefined` if another process has it. */
  claim(file: LedgerFile): LedgerFile | undefined {
    if (file.name === this.#own || !this.#isFree(file)) return undefined
    const name = `${ME}.${file.id}.${file.kind}`
    try {
      moveFileSync(this.pathOf(file), join(this.folder, name))
      return { ...file, name, owner: ME }
    } catch {
      return undefined
    }
  }

  /** Releases it for anyone. */
  release(file: LedgerFile): void {
    this.#release(file.name)
  }

  newSums(): string {
    return join(this.folder, `${NOBODY}.${randomUUID()}.sums`)
  }

  /** Sums that a killed process did not finish writing. */
  removeLeftovers(): void {
    for (const name of this.#names()) {
      const path = join(this.folder, name)
      if (!UNFINISHED_SUMS.test(name)) continue
      if (Date.now() - changedAt(path) > LEFTOVER_MS) rmSync(path, { force: true })
    }
  }

  clear(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #names(): string[] {
    try {
      return readdirSync(this.folder).sort()
    } catch {
      return []
    }
  }

  /** Short processes follow one another: they continue one file instead of leaving thousands. */
  #claimFree(): string | undefined {
    for (const file of this.list()) {
      if (file.kind !== 'calls') continue
      const bytes = this.bytesOf(file)
      const taken = bytes < ROTATE_BYTES ? this.claim(file) : undefined
      if (!taken) continue
      this.#ownBytes = bytes
      return taken.name
    }
    return undefined
  }

  /** Never creates: a missing file was treated as abandoned, and its name must not reappear. */
  #appendTo(name: string, lines: string): boolean {
    try {
      appendSync(join(this.folder, name), lines, 'there')
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  }

  #make(lines: string): string {
    makeFolderSync(this.folder)
    const name = `${ME}.${randomUUID()}.calls`
    this.#ownBytes = 0
    appendSync(join(this.folder, name), lines, 'new')
    return name
  }

  #release(name: string): void {
    const [, , id, kind] = NAME.exec(name) ?? []
    try {
      moveFileSync(join(this.folder, name), join(this.folder, `${NOBODY}.${id}.${kind}`))
    } catch {
      // Another process took it over as abandoned.
    }
  }

  /** Its process has ended, as far as this machine can tell. */
  #isFree(file: LedgerFile): boolean {
    const [host, pid] = file.owner.split('.')
    if (pid === '0') return true
    try {
      if (Date.now() - changedAt(this.pathOf(file)) > ABANDONED_MS) return true
      if (host !== HOST) return false
      process.kill(Number(pid), 0)
      return false
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ESRCH'
    }
  }
}

export const changedAt = (path: string): number =>
  statIfThere(path)?.mtimeMs ?? Number.POSITIVE_INFINITY
