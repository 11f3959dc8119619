// Whether a folder or a socket is this user's alone. A temporary folder that was cleared may have been made again by
// another account, under the name that a file of ours still tells.
import { lstatSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'

const OTHERS_WRITE = 0o022

export const isOwnFolder = (path: string): boolean =>
  process.platform === 'win32' ||
  isOwn(path, (stats) => stats.isDirectory() && (stats.mode & OTHERS_WRITE) === 0)

/** Its owner is who listens there. */
export const isOwnSocket = (path: string): boolean =>
  process.platform === 'win32' ||
  (isOwnFolder(dirname(path)) && isOwn(path, (stats) => stats.isSocket()))

function isOwn(path: string, fits: (stats: Stats) => boolean): boolean {
  try {
    const stats = lstatSync(path)
    return stats.uid === process.getuid?.() && fits(stats)
  } catch {
    return false
  }
}
