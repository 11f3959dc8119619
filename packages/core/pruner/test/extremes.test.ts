// Questions that numbers answer: the row with the extreme stays, wherever it is.
import { expect, it } from 'vitest'
import { keptLines, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

function keptOf(lines: readonly string[], goal: string): string[] {
  const request = {
    text: lines.join('\n'),
    origin: 'explicit',
    goal,
    sourceType: 'logs',
    maxTokens: 1200,
  } as const
  const result = prune(request, { scorer: defaultScorer() })
  expect(result.status).toBe('pruned')
  return keptLines(result).map((line) => lines[line - 1]!)
}

const rows = (row: (i: number) => string, at: number, one: string) =>
  Array.from({ length: 600 }, (_, i) => (i === at ? one : row(i)))

it.each([
  [
    'the biggest file of `ls -l`',
    rows(
      (i) => `-rw-r--r-- 1 root root ${1000 + ((i * 37) % 900)} May 1 2025 part${i}.bin`,
      371,
      '-rw-r--r-- 1 root root 98304 May 1 2025 archive.bin',
    ),
    'Which file is the biggest?',
    '-rw-r--r-- 1 root root 98304 May 1 2025 archive.bin',
  ],
  [
    'sizes with units, of `du -h`',
    rows((i) => `${(i % 90) + 900}M\t./data/part${i}`, 402, '1.2G\t./data/spill'),
    'What takes the most space?',
    '1.2G\t./data/spill',
  ],
  [
    'the slowest request of a log',
    rows(
      (i) => `2026-11-16T04:00:00Z GET /api/items/${i} status=200 took=${(i % 80) + 10}ms`,
      207,
      '2026-11-16T04:00:00Z GET /api/items/207 status=200 took=2.4s',
    ),
    'Which request was the slowest?',
    '2026-11-16T04:00:00Z GET /api/items/207 status=200 took=2.4s',
  ],
  [
    'the least, when the least was asked for',
    rows((i) => `worker-${i} free ${500 + (i % 300)}`, 111, 'worker-111 free 3'),
    'Which worker has the least memory left?',
    'worker-111 free 3',
  ],
  [
    'a cell of comma-separated values',
    rows(
      (i) => `${i},cust${i % 9},${100 + (i % 60)}.00,EUR,paid`,
      333,
      '333,cust0,940.50,EUR,paid',
    ),
    'Which order had the highest amount?',
    '333,cust0,940.50,EUR,paid',
  ],
  [
    'the member of JSON records',
    Array.from({ length: 300 }, (_, i) => [
      '  {',
      `    "name": "part-${i}",`,
      `    "bytes": ${i === 140 ? 700_000 : 1000 + (i % 97)}`,
      '  },',
    ]).flat(),
    'Which is the largest part by bytes?',
    '    "bytes": 700000',
  ],
])('keeps %s', (_, lines, goal, wanted) => {
  expect(keptOf(lines, goal)).toContain(wanted)
})

it('shows which record of JSON has the extreme', () => {
  const records = Array.from({ length: 300 }, (_, i) => ({
    name: `part-${i}`,
    size: { bytes: i === 140 ? 700_000 : 1000 + (i % 97) },
  }))
  const lines = JSON.stringify(records, null, 2).split('\n')
  const kept = keptOf(lines, 'Which is the largest part by bytes?')
  expect(kept.slice(kept.indexOf('    "name": "part-140",'))).toContain('      "bytes": 700000')
})

it('ignores questions that no number answers', () => {
  const lines = Array.from({ length: 600 }, (_, i) => `step ${(i * 7) % 600} of the plan, done`)
  const kept = keptOf(lines, 'The most relevant steps come next, as planned.')
  expect(kept).not.toContain('step 599 of the plan, done')
})

it('of rows with the same least number the first ones stay', () => {
  const all = Array.from(
    { length: 600 },
    (_, i) => `GET /parts/${i} ok ${i % 50 === 7 ? 2 : 40 + ((i * 37) % 90)}ms`,
  )
  const kept = keptOf(all, 'Which request was the fastest?')
  expect(kept).toContain('GET /parts/7 ok 2ms')
  expect(kept).toContain('GET /parts/57 ok 2ms')
})
