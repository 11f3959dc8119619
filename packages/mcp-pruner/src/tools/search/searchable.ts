// Which files a search of a folder looks at, by ripgrep's rules: not hidden, not ignored by git, no binary.
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import type { Target } from './search.js'

const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore']
const SNIFFED_BYTES = 65_536

/** For paths relative to the target; remembers each file and folder it has judged. */
export function createSearchable(target: Target): (path: string) => boolean {
  // A file that is asked for by name is searched, whatever the rules say.
  if (!target.isDirectory) return () => true
  const folder = target.realPath
  const repository = repositoryOf(folder)
  const rules = new Map<string, Ignore | undefined>()
  const verdicts = new Map<string, boolean>()

  return (path) => {
    let verdict = verdicts.get(path)
    if (verdict === undefined) {
      const full = resolve(folder, path)
      verdict = !isHidden(path) && !isIgnored(full) && !isBinary(full)
      verdicts.set(path, verdict)
    }
    return verdict
  }

  /** A folder that is ignored hides all that is in it, so each one on the way down is asked about. */
  function isIgnored(file: string): boolean {
    const top = repository ?? folder
    const parts = relative(top, file).split('/')
    for (let depth = 1; depth <= parts.length; depth++) {
      const isFolder = depth < parts.length
      const entry = join(top, ...parts.slice(0, depth))
      if (matchesRules(entry, isFolder, top)) return true
    }
    return false
  }

  /** The nearest rule decides. */
  function matchesRules(entry: string, isFolder: boolean, top: string): boolean {
    for (let at = dirname(entry); ; at = dirname(at)) {
      const found = rulesIn(at)?.test(relative(at, entry) + (isFolder ? '/' : ''))
      if (found?.ignored) return true
      if (found?.unignored || at === top || at === dirname(at)) return false
    }
  }

  function rulesIn(at: string): Ignore | undefined {
    if (!rules.has(at)) {
      const texts = IGNORE_FILES.filter((name) => name !== '.gitignore' || repository !== undefined)
        .map((name) => readIfThere(join(at, name)))
        .filter((text) => text !== undefined)
      rules.set(at, texts.length === 0 ? undefined : ignore().add(texts.join('\n')))
    }
    return rules.get(at)
  }
}

function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) return undefined
  }
}

const isHidden = (path: string): boolean =>
  path.split('/').some((part) => part.startsWith('.') && part !== '.' && part !== '..')

function isBinary(file: string): boolean {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const start = Buffer.alloc(SNIFFED_BYTES)
      return start.subarray(0, readSync(descriptor, start)).includes(0)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return false // Its name is not UTF-8, or it is gone; what grep found in it is text.
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
