// The target of a path after following every link in it, also if nothing exists there yet.
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const MAX_LINKS = 40

/** Throws `ELOOP` for a link to itself, like the system. */
export function realPathOf(path: string, links = 0): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
  }
  const folder = realPathOf(dirname(resolve(path)), links)
  const at = join(folder, basename(path))
  if (!lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return at
  if (links >= MAX_LINKS) {
    throw Object.assign(new Error(`${path} is a link to itself`), { code: 'ELOOP' })
  }
  return realPathOf(resolve(folder, readlinkSync(at)), links + 1)
}
