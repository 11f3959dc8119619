// The walk through one call, as the documents tell it: every file is there, and the order is the code's own.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './lib/workspace.js'

const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
const walk = [...page.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)

test('the walk of one read names at most 14 files, each once', () => {
  expect(walk.length).toBeGreaterThan(8)
  expect(walk.length).toBeLessThanOrEqual(14)
  expect(new Set(walk).size).toBe(walk.length)
  const missing = walk.filter((file) => !existsSync(join(ROOT, 'packages/mcp-pruner/src', file)))
  expect(missing).toEqual([])
})
