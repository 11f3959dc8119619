// The lists of vitest.config.ts: a sampled suite that was moved would run in full nowhere.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readFiles } from './lib/workspace.js'

// Read as a file, not imported: the configuration belongs to no package.
const config = readFileSync(join(ROOT, 'vitest.config.ts'), 'utf8')
const [SLOW = [], SAMPLED = []] = ['SLOW', 'SAMPLED'].map((name) => {
  const list = new RegExp(`${name} = \\[([^\\]]*)\\]`).exec(config)?.[1] ?? ''
  return [...list.matchAll(/'([^']+)'/g)].map(([, file = '']) => file)
})

test('every file in the lists exists', () => {
  expect(SLOW.length * SAMPLED.length).toBeGreaterThan(50)
  expect([...SLOW, ...SAMPLED].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('every suite that runs a sample in `pnpm test` is in a list', () => {
  const sampled = [...readFiles('.test.ts')]
    .filter(([, text]) => /\bsampled\(|\bhasAllCases\b|'ALL_CASES'/.test(text))
    .map(([file]) => file)
    .filter((file) => file !== 'test/slow-tests.test.ts')
  expect(sampled.length).toBeGreaterThan(8)
  expect(sampled.filter((file) => ![...SLOW, ...SAMPLED].includes(file))).toEqual([])
})
