// The files that a search of a folder covers, by ripgrep's rules: not hidden, not ignored, no symbolic links,
// only regular files. In the order of their paths.
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { IgnoreRules } from './ignore-rules.js'
import type { Target } from './search.js'

/** Relative to the target; a name may contain any bytes. */
export async function* walkFiles(target: Target, signal: AbortSignal): AsyncGenerator<Buffer> {
  // The requested folder is searched even if it is itself hidden or ignored.
  const rules = await IgnoreRules.of(target.realPath)
  yield* walk(Buffer.alloc(0), target.realPath)

  async function* walk(below: Buffer, folder: string): AsyncGenerator<Buffer> {
    if (signal.aborted) return
    await rules.load(folder)
    const path = Buffer.concat([Buffer.from(`${target.path}/`), below])
    const entries = await readdir(path, { withFileTypes: true, encoding: 'buffer' }).catch(() => [])
    for (const { name, isFolder } of inOrder(entries)) {
      const text = name.toString('utf8')
      const entry = join(folder, text)
      if (text.startsWith('.') || rules.isIgnored(entry, isFolder)) continue
      const way = Buffer.concat([below, name])
      if (isFolder) yield* walk(Buffer.concat([way, SLASH]), entry)
      else yield way
    }
  }
}

const SLASH = Buffer.from('/')

/** A folder sorts as its name with a slash, like its files' paths, so that paths come in order. */
function inOrder(entries: readonly Dirent<Buffer>[]): { name: Buffer; isFolder: boolean }[] {
  return entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => {
      const isFolder = entry.isDirectory()
      const text = entry.name.toString('utf8')
      return { name: entry.name, isFolder, key: isFolder ? `${text}/` : text }
    })
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}
