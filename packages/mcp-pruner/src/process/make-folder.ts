// Makes a folder and those above it, for the user alone unless told otherwise.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Not `recursive`: that one never returns in a place like /proc, which has no room for a folder. */
export function makeFolderSync(path: string, mode = 0o700): void {
  if (made(path, mode) || dirname(path) === path) return
  makeFolderSync(dirname(path), mode)
  if (!made(path, mode)) throw new Error(`there is no room for a folder at ${path}`)
}

/** False when the folder above is missing. */
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
