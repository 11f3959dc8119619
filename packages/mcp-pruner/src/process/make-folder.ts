// Creates a folder and its parents, private to the user unless told otherwise.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Not `recursive`: that never returns in a file system like /proc, where no folder can be created. */
export function makeFolderSync(path: string, mode = 0o700): void {
  if (made(path, mode) || dirname(path) === path) return
  makeFolderSync(dirname(path), mode)
  if (!made(path, mode)) throw new Error(`the folder ${path} cannot be created`)
}

/** False if the parent folder is missing. */
function made(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return true
    if (code === 'ENOENT') return false
    throw error
  }
}
