// ripgrep's rules for ignoring files, for machines without ripgrep: .gitignore in a repository, and
// .ignore and .rgignore anywhere, also in parent folders. Only regular files of a sane size are read: a
// pipe of that name would never end.
import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import ignore, { type Ignore } from 'ignore'

const MAX_RULES_BYTES = 1_048_576
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export class IgnoreRules {
  readonly #rules = new Map<string, Ignore>()
  readonly #loaded = new Set<string>()
  readonly #searchedFolder: string
  #repository: string | undefined

  private constructor(searchedFolder: string) {
    this.#searchedFolder = searchedFolder
  }

  /** With the rules of `folder` and its parents. A rule that ignores `folder` itself is not included. */
  static async of(folder: string): Promise<IgnoreRules> {
    const rules = new IgnoreRules(folder)
    const above: string[] = []
    for (let at = folder; ; at = dirname(at)) {
      above.push(at)
      rules.#repository ??= (await exists(join(at, '.git'))) ? at : undefined
      if (at === dirname(at)) break
    }
    for (const at of above) await rules.load(at)
    return rules
  }

  /** Call it for a folder before checking its entries. */
  async load(folder: string): Promise<void> {
    if (this.#loaded.has(folder)) return
    this.#loaded.add(folder)
    const isTracked = this.#repository !== undefined && isWithin(this.#repository, folder)
    const names = [
      ...(folder === this.#repository ? ['.git/info/exclude'] : []),
      ...(isTracked ? ['.gitignore'] : []),
      '.ignore',
      '.rgignore',
    ]
    const texts = await Promise.all(names.map((name) => readRules(join(folder, name))))
    const lines = texts.flatMap((text) => text?.split(/\r?\n/) ?? [])
    if (lines.length === 0) return
    const searched = relative(folder, this.#searchedFolder)
    const isAbove = searched !== '' && !searched.startsWith('..')
    const hidesSearched = (line: string) => isAbove && ignore().add(line).ignores(`${searched}/`)
    this.#rules.set(folder, ignore().add(lines.filter((line) => !hidesSearched(line))))
  }

  /** The nearest rule decides. */
  isIgnored(entry: string, isFolder: boolean): boolean {
    for (let at = dirname(entry); ; at = dirname(at)) {
      const found = this.#rules.get(at)?.test(relative(at, entry) + (isFolder ? '/' : ''))
      if (found?.ignored) return true
      if (found?.unignored || at === dirname(at)) return false
    }
  }
}

const isWithin = (folder: string, path: string): boolean => !relative(folder, path).startsWith('..')

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

async function readRules(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, FLAGS)
    try {
      const stats = await file.stat()
      if (!stats.isFile()) return undefined
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_RULES_BYTES), 0)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}
