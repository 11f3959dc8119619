// Every promise in SECURITY.md has a test.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './lib/workspace.js'

const page = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')
const rows = page
  .slice(page.indexOf('## What is promised'), page.indexOf('## What is not promised'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)

test('every promise names a test file that is there', () => {
  expect(rows.length).toBeGreaterThan(12)
  const missing = rows.filter((row) => {
    const file = /\]\(([^)]+\.test\.ts)\)/.exec(row)?.[1]
    return file === undefined || !existsSync(join(ROOT, file))
  })
  expect(missing).toEqual([])
})
