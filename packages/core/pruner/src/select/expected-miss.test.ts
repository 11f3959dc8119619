import { expect, test } from 'vitest'
import { keptLines, prune } from '../index.js'
import { defaultScorer } from '../node.js'
import type { Family } from '../text/family.js'
import { expectedMisses, missChance } from './expected-miss.js'

const chance = (
  kept: readonly number[],
  isImplicit: boolean,
  isPartial = false,
  family: Family = 'code',
) =>
  missChance({
    kept: Uint8Array.from(kept),
    chances: Float32Array.from(kept, () => 0.1),
    isImplicit,
    family,
    isPartial,
  })

test('the more of the chances is cut, the more is missed', () => {
  expect(chance([1, 1, 1, 1], false)).toBe(0)
  expect(chance([1, 1, 1, 0], false)).toBeCloseTo(0.3)
  expect(chance([1, 1, 1, 0], true)).toBeCloseTo(0.435, 2)
  expect(chance([1, 1, 1, 0], false, true)).toBe(0.95)
  expect(chance([1, 1, 1, 0], false, false, 'output')).toBeCloseTo(0.2)
  expect(expectedMisses(0.9)).toBeCloseTo(2.3, 1)
})

test('a list that does not fit counts as missed', () => {
  const text = [
    '# Codes',
    '## Exit codes',
    ...Array.from({ length: 200 }, (_, i) => `- ${i}: reason number ${i} of the many there are`),
  ].join('\n')
  const ask = (maxTokens: number) =>
    prune(
      { text, goal: 'List all exit codes', origin: 'explicit', fileName: 'codes.md', maxTokens },
      { scorer: defaultScorer() },
    )
  const part = ask(600)
  expect(keptLines(part).length).toBeLessThan(100)
  expect(part.stats.expectedMiss).toBeCloseTo(3, 1)
  expect(part.members).toMatchObject({ total: 200 })
})
