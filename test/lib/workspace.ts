// The source files of the workspace, as text.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const SKIPPED = new Set(['node_modules', 'dist', 'build', 'coverage', 'out', '.git'])

/** Paths from the root, with `/`, of files whose name ends in one of these. */
export function listFiles(...endings: readonly string[]): string[] {
  const found: string[] = []
  const pending = [ROOT]
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) pending.push(path)
      else if (entry.isFile() && endings.some((ending) => entry.name.endsWith(ending))) {
        found.push(relative(ROOT, path).split(sep).join('/'))
      }
    }
  }
  return found.sort()
}

export function readFiles(...endings: readonly string[]): Map<string, string> {
  return new Map(
    listFiles(...endings).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  )
}
