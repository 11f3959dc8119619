// Keeps paths inside the root. What can be judged from the path as written is judged before the call runs;
// what needs the file system is judged on what was really opened, so that no swap in between can matter.
import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Settings } from '../settings.js'
import { type Failure, ToolFailure } from '../tool.js'

export type Root = Pick<Settings, 'root' | 'realRoot'>

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** As written, with no look at the file system. */
export function staysInRoot({ root, realRoot }: Root, path: string): boolean {
  const full = resolve(root, path)
  return isInside(root, full) || isInside(realRoot, full)
}

/** Where symlinks lead, or a failure that says why that is not to be used. */
export async function realPathInside(
  { root, realRoot }: Root,
  path: string,
  code = 'invalid_path',
): Promise<string> {
  const real = await realpath(resolve(root, path)).catch((error: unknown) => {
    throw new ToolFailure(fileFailure(error, path, code), { cause: error })
  })
  if (!isInside(realRoot, real)) throw new ToolFailure(leaves(path, code))
  return real
}

export async function directoryInside(root: Root, path: string, code: string): Promise<string> {
  const real = await realPathInside(root, path, code)
  const isDirectory = await stat(real).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isDirectory) throw new ToolFailure({ code, message: 'not a folder', subject: path })
  return real
}

/** A regular file inside the root. O_NONBLOCK: opening a FIFO must not wait for its writer. */
export async function openFileInside(root: Root, path: string): Promise<FileHandle> {
  const real = await realPathInside(root, path)
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)
  let handle: FileHandle | undefined
  try {
    handle = await open(real, flags)
    const opened = await handle.stat()
    if (!opened.isFile()) {
      throw new ToolFailure({ code: 'invalid_path', message: 'not a regular file', subject: path })
    }
    if (!(await isOpenedInside(root.realRoot, handle, real))) {
      throw new ToolFailure(leaves(path, 'invalid_path'))
    }
    return handle
  } catch (error) {
    await handle?.close()
    if (error instanceof ToolFailure) throw error
    throw new ToolFailure(fileFailure(error, path, 'invalid_path'), { cause: error })
  }
}

/** Asks the open file itself where it is; a path may have been swapped since it was looked at. */
async function isOpenedInside(realRoot: string, handle: FileHandle, path: string) {
  if (process.platform === 'linux') {
    return isInside(realRoot, await readlink(`/proc/self/fd/${handle.fd}`))
  }
  const [opened, now] = await Promise.all([handle.stat(), realpath(path)])
  const found = await stat(now)
  return isInside(realRoot, now) && found.dev === opened.dev && found.ino === opened.ino
}

const leaves = (path: string, code: string): Failure => ({
  code,
  message: 'leads outside the root through a symbolic link',
  subject: path,
})

const FAILURES: Readonly<Record<string, Omit<Failure, 'subject'>>> = {
  ENOENT: { code: 'not_found', message: 'no such file or folder' },
  ENOTDIR: { code: 'not_found', message: 'no such file or folder' },
  EACCES: { code: 'permission_denied', message: 'permission denied' },
  EPERM: { code: 'permission_denied', message: 'permission denied' },
  ELOOP: { code: 'invalid_path', message: 'too many symbolic links' },
  ENAMETOOLONG: { code: 'invalid_path', message: 'path too long' },
  ENXIO: { code: 'invalid_path', message: 'not a regular file' },
}

/** `code` other than `invalid_path` is the one code the tool has for every bad path. */
export function fileFailure(error: unknown, path: string, code: string): Failure {
  const errno = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const known = FAILURES[errno] ?? { code: 'io_error', message: `cannot be read (${errno})` }
  return { ...known, ...(code !== 'invalid_path' && { code }), subject: path }
}
