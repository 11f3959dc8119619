// Whether a folder or a socket belongs to this user alone. A deleted temporary folder may have been recreated by
// another account, under the name that a file of ours still contains.
import { lstatSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'

const OTHERS_WRITE = 0o022

export const isOwnFolder = (path: string): boolean =>
  process.platform === 'win32' ||
  isOwn(path, (stats) => stats.isDirectory() && (stats.mode & OTHERS_WRITE) === 0)

/** Its owner is the account that listens there. */
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
