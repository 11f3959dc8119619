import { expect, test } from 'vitest'
import { type Family, familyOf } from './family.js'
import { splitText } from './lines.js'

const text = (line: (i: number) => string) =>
  splitText(Array.from({ length: 60 }, (_, i) => line(i)).join('\n'))

test.each<[string, (i: number) => string, Family]>([
  ['dates', (i) => `2026-11-16 12:00:${10 + (i % 50)} INFO job ${i} done`, 'output'],
  ['dates as ISO has them', (i) => `2026-11-16T12:00:${10 + (i % 50)}Z job ${i} done`, 'output'],
  ['times', (i) => `12:00:${10 + (i % 50)} job ${i} done`, 'output'],
  ['files and numbers', (i) => `src/job.ts:${12 + i}: const job = ${i}`, 'search'],
  ['numbers of matches', (i) => `${12 + 7 * i}: const job = ${i}`, 'search'],
])('lines that begin with %s', (_what, line, family) => {
  expect(familyOf(text(line), 'logs')).toBe(family)
})
