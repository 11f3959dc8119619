// Keeps paths inside the root. What can be decided from the path as written is checked before the call runs;
// what needs the file system is checked on the opened file, so that no swap in between can matter.
import { constants, readlinkSync } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isInside } from '@jeeves/mcp-runtime/files'
import { type Failure, ToolFailure } from '../../call/tool.js'
import type { Settings } from '../../settings/settings.js'

export type Root = Pick<Settings, 'root' | 'realRoot'>

/** As written, without consulting the file system. */
export function staysInRoot({ root, realRoot }: Root, path: string): boolean {
  const full = resolve(root, path)
  return isInside(root, full) || isInside(realRoot, full)
}

/** The target of symlinks, or a failure that explains why it may not be used. */
async function realPathInside(
  { root, realRoot }: Root,
  path: string,
  code: string,
): Promise<string> {
  const real = await realpath(resolve(root, path)).catch((error: unknown) => {
    throw new ToolFailure(fileFailure(error, path), { cause: error })
  })
  if (!isInside(realRoot, real)) throw new ToolFailure(leaves(path, code))
  return real
}

/** An open folder or file that is certainly inside the root. */
export interface Opened {
  /** Leads to the opened file, even if its name has been reused since. */
  readonly path: string
  readonly realPath: string
  readonly isDirectory: boolean
  readonly close: () => Promise<void>
}

/** A regular file inside the root. */
export async function openFileInside(
  root: Root,
  path: string,
): Promise<{ readonly handle: FileHandle; readonly size: number }> {
  const { handle, size, isFile } = await openInside(root, path, 'invalid_path')
  if (isFile) return { handle, size }
  await handle.close()
  throw new ToolFailure({ code: 'invalid_path', message: 'not a regular file', subject: path })
}

export async function openDirectoryInside(root: Root, path: string, code: string): Promise<Opened> {
  const opened = await openAnyInside(root, path, code)
  if (opened.isDirectory) return opened
  await opened.close()
  throw new ToolFailure({ code, message: 'not a folder', subject: path })
}

/** `code` is used for every failure, for tools that have one code for a bad path. */
export async function openAnyInside(root: Root, path: string, code: string): Promise<Opened> {
  const { handle, real, isFile, isDirectory } = await openInside(root, path, code).catch(
    (error: unknown) => {
      if (!(error instanceof ToolFailure)) throw error
      throw new ToolFailure({ ...error.failure, code }, { cause: error })
    },
  )
  if (!isFile && !isDirectory) {
    await handle.close()
    throw new ToolFailure({ code, message: 'neither a file nor a folder', subject: path })
  }
  return {
    path: HAS_FD_PATHS ? `/proc/${process.pid}/fd/${handle.fd}` : real,
    realPath: real,
    isDirectory,
    close: () => handle.close(),
  }
}

const HAS_FD_PATHS = process.platform === 'linux'

/** O_NONBLOCK: opening a FIFO must not wait for its writer. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

async function openInside(root: Root, path: string, code: string) {
  const real = await realPathInside(root, path, code)
  let handle: FileHandle | undefined
  try {
    handle = await open(real, OPEN_FLAGS)
    const [found, isInRoot] = await Promise.all([
      handle.stat(),
      isOpenedInside(root.realRoot, handle, real),
    ])
    if (!isInRoot) throw new ToolFailure(leaves(path, code))
    const { size } = found
    return { handle, real, size, isFile: found.isFile(), isDirectory: found.isDirectory() }
  } catch (error) {
    await handle?.close()
    if (error instanceof ToolFailure) throw error
    throw new ToolFailure(fileFailure(error, path), { cause: error })
  }
}

/** Asks the open file itself where it is; a path may have been swapped since it was checked. */
export async function isOpenedInside(
  realRoot: string,
  handle: FileHandle,
  path: string | Buffer,
): Promise<boolean> {
  // The kernel answers from memory: no disk can make this wait.
  if (HAS_FD_PATHS) return isInside(realRoot, readlinkSync(`/proc/self/fd/${handle.fd}`))
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

export function fileFailure(error: unknown, path: string): Failure {
  const errno = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const known = FAILURES[errno] ?? { code: 'io_error', message: `cannot be read (${errno})` }
  return { ...known, subject: path }
}
