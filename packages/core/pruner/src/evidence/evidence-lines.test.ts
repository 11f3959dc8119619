import { expect, test } from 'vitest'
import { evidenceLines } from './evidence-lines.js'

test('warnings, statuses and marks are evidence by the one rule, and what only sounds like it is not', () => {
  const lines = [
    'warning: unused variable',
    'WARN disk nearly full',
    'GET /api 503',
    'request served in 3 ms',
    'Compiled with 0 errors and 0 warnings',
    'connect ECONNREFUSED 127.0.0.1:5432',
  ]
  const isEvidence = evidenceLines(lines.join('\n'))
  expect(lines.map((_, i) => isEvidence(i))).toEqual([true, true, true, false, false, true])
  expect(isEvidence(lines.length)).toBe(false)
})
