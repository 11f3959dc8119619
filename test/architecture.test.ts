// The walks through the application in docs/architecture.md: every file exists, and no walk is long.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './lib/workspace.js'

const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
const walks = page.split(/^## /m).flatMap((section) => {
  const files = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)
  return files.length > 0 ? [{ title: section.split('\n')[0] ?? '', files }] : []
})

test('a read, a native command, a cut call, a replay and an install are walked through', () => {
  expect(walks).toHaveLength(5)
})

test.each(walks)('$title: at most 14 files, each once, and all there', ({ files }) => {
  expect(files.length).toBeGreaterThan(8)
  expect(files.length).toBeLessThanOrEqual(14)
  expect(new Set(files).size).toBe(files.length)
  const missing = files.filter((file) => !existsSync(join(ROOT, 'packages/mcp-pruner/src', file)))
  expect(missing).toEqual([])
})

test('the table of walks has their counts', () => {
  const rows = [...page.matchAll(/^\| One .*?\| (\d+) +\| \d+ +\|$/gm)].map(([, count]) =>
    Number(count),
  )
  expect(rows).toEqual(walks.map(({ files }) => files.length))
})
