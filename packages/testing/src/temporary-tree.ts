// A fresh folder with the files that a test names.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export function makeTree(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-pruner-')))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return root
}

export const removeTree = (root: string): void => rmSync(root, { recursive: true, force: true })

/** For what lasts as long as the run: its workers are ended before their `exit` handlers. See scripts/test-home.mjs. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), 'run-'))
  process.once('exit', () => removeTree(folder))
  return folder
}
