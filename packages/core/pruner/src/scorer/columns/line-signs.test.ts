import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSections, readVectors } from '../network/format.js'
import { scoringInput } from '../scoring-input.js'
import { extractFeatures } from './features.js'

const weights = readFileSync(new URL('../../../weights/line-scorer.bin', import.meta.url))
const vectors = readVectors(readSections(weights))

test('a check mark counts as a success, and a cross as an error', () => {
  const text = [
    'macOS',
    '  ✓ paths',
    '  \u001B[31m✗\u001B[0m shell',
    '❌ fonts',
    '✅ keys',
    'end',
  ].join('\n')
  const table = extractFeatures(
    scoringInput({ text, origin: 'explicit', goal: 'Run it.' }),
    vectors,
  )
  expect([...table.column('tells error')]).toEqual([0, 0, 1, 1, 0, 0])
  expect([...table.column('tells success')]).toEqual([0, 1, 0, 0, 1, 0])
})
