// The project's files, for trying a question on one of them.
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { openFileInside, type Root } from '../../tools/files/confine.js'
import { readText } from '../../tools/files/read-text.js'

const MAX_FILES = 5000
const MAX_DEPTH = 12
const MAX_FILE_BYTES = 2_000_000
const UNINTERESTING = new Set(['node_modules', 'dist', 'build', 'target', '__pycache__', 'vendor'])

/** Hidden folders and those made by tools are skipped. */
export async function listFiles({ realRoot }: Root): Promise<readonly string[]> {
  const files: string[] = []
  await visit(realRoot, 0)
  return files.sort()

  async function visit(folder: string, depth: number): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
    for (const entry of entries) {
      if (files.length >= MAX_FILES) return
      const path = join(folder, entry.name)
      if (entry.name.startsWith('.') || UNINTERESTING.has(entry.name)) continue
      if (entry.isFile()) files.push(relative(realRoot, path))
      else if (entry.isDirectory() && depth < MAX_DEPTH) await visit(path, depth + 1)
    }
  }
}

/** Throws `ToolFailure` for anything but a text inside the project. */
export async function readProjectFile(
  root: Root,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const { handle, size } = await openFileInside(root, path)
  try {
    const range = { startLine: 1, endLine: Number.POSITIVE_INFINITY, maxBytes: MAX_FILE_BYTES }
    return (await readText({ handle, size, path }, range, signal)).text
  } finally {
    await handle.close()
  }
}
