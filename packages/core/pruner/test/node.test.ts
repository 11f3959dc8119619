import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { defaultScorer, readScorer } from '../src/node.js'
import { prune } from '../src/prune.js'

const folder = mkdtempSync(join(tmpdir(), 'weights-'))
const at = (name: string) => pathToFileURL(join(folder, name))
const whole = readFileSync(new URL('../weights/line-scorer.bin', import.meta.url))
const text = Array.from(
  { length: 60 },
  (_, i) =>
    `def part_${i}():\n    file = open(${i})\n    seek(file)\n    check(file)\n    return file\n`,
).join('\n')
const request = {
  text,
  origin: 'explicit',
  goal: 'what does part_77 open',
  sourceType: 'code',
} as const

test('the weights that are shipped are read, once', () => {
  expect(defaultScorer().name).toBe('learned')
  expect(defaultScorer()).toBe(defaultScorer())
  expect(prune(request, { scorer: defaultScorer() })).toMatchObject({
    scorer: 'learned',
    warnings: [],
  })
})

test('the first file that exists counts', () => {
  writeFileSync(at('whole.bin'), whole)
  expect(readScorer([at('missing.bin'), at('whole.bin')]).name).toBe('learned')
})

test.each([
  ['missing', () => [at('missing.bin')]],
  [
    'damaged',
    () => {
      const damaged = Buffer.from(whole)
      damaged[damaged.length >> 1]! ^= 4
      writeFileSync(at('damaged.bin'), damaged)
      return [at('damaged.bin')]
    },
  ],
] as const)('%s weights: scored by hand, and said so', (_, places) => {
  const result = prune(request, { scorer: readScorer(places()) })
  expect(result).toMatchObject({
    scorer: 'lexical',
    warnings: ['scorer_unavailable'],
  })
})
