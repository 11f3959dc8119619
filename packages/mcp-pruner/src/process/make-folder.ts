// Creates a folder and its parents, private to the user unless told otherwise.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Not `recursive`: that never returns in a file system like /proc, where no folder can be created. */
export function makeFolderSync(path: string, mode = 0o700): void {
  const error = problemMaking(path, mode)
  if (error?.code !== 'ENOENT' || dirname(path) === path) return fail(error)
  makeFolderSync(dirname(path), mode)
  fail(problemMaking(path, mode))
}

function problemMaking(path: string, mode: number): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(path, { mode })
    return undefined
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

function fail(error: NodeJS.ErrnoException | undefined): void {
  if (error && error.code !== 'EEXIST') throw error
}
