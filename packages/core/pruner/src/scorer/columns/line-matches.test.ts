import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSections, readVectors } from '../network/format.js'
import { scoringInput } from '../scoring-input.js'
import { extractFeatures } from './features.js'
import { stretchesOf } from './stretches.js'

const weights = readFileSync(new URL('../../../weights/line-scorer.bin', import.meta.url))
const vectors = readVectors(readSections(weights))

test('a stretch of a long text is matched as if it were alone: its lines were once compared with the mean length of half of the lines with all of the words', () => {
  const lines = Array.from({ length: 20_000 }, (_, i) =>
    i % 50 === 7
      ? `the deadline of job ${i % 9} has passed`
      : `const value${i % 30} = next(${i % 40})${['', ' // ✓', ' // ✗'][i % 3]}`,
  )
  const task = 'jobs run although their deadline has passed'
  const request = {
    origin: 'implicit',
    goal: 'which deadline has passed',
    task,
    sourceType: 'code',
  } as const
  const [first] = stretchesOf(scoringInput({ ...request, text: lines.join('\n') }))
  const seen = first!.view.split.count
  expect(seen).toBe(8448)
  const alone = scoringInput({ ...request, text: lines.slice(0, seen).join('\n') })
  for (const column of [
    'exact',
    'context',
    'asked or context',
    'task',
    'tells error',
    'tells success',
  ] as const) {
    const found = extractFeatures(first!.view, vectors).column(column)
    expect(found).toEqual(extractFeatures(alone, vectors).column(column))
  }
})
