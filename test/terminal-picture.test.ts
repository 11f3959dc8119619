// The recorded terminal in docs/shell.md equals what the commands print now. After a change: pnpm docs:terminal.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { expect, test } from 'vitest'
import { ROOT } from './lib/workspace.js'

// `wc` pads its columns in another way elsewhere.
test.runIf(process.platform === 'linux')('docs/terminal.svg is current', () => {
  const folder = makeTree()
  const drawn = join(folder, 'terminal.svg')
  execFileSync(process.execPath, ['scripts/docs/terminal.mjs', drawn], { cwd: ROOT })
  expect(readFileSync(join(ROOT, 'docs/terminal.svg'), 'utf8')).toBe(readFileSync(drawn, 'utf8'))
  removeTree(folder)
})
