// Whether a path is a folder or inside it, as written.
import hostPath from 'node:path'

/** The platform's `path.win32` or `path.posix`. */
type PathRules = Pick<typeof hostPath, 'relative' | 'isAbsolute' | 'sep'>

export function isInside(folder: string, path: string, rules: PathRules = hostPath): boolean {
  const way = rules.relative(folder, path)
  if (way === '..' || way.startsWith(`..${rules.sep}`)) return false
  return !rules.isAbsolute(way)
}
