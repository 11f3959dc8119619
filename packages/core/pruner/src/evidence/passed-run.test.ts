// A passed run was shown nearly whole, because its tests print error messages on purpose.
import { expect, test } from 'vitest'
import { keptLines, prune } from '../index.js'
import { defaultScorer } from '../node.js'

const entries = (mark: (i: number) => string) =>
  Array.from({ length: 60 }, (_, i) => [
    mark(i),
    `stderr | parser ${i}`,
    `Error: cannot read part ${i}: unexpected end of input`,
    `    at parse (src/parser.ts:${i}:11)`,
  ]).flat()

const RUNS: Readonly<Record<string, readonly [mark: (i: number) => string, summary: string]>> = {
  vitest: [(i) => ` ✓ src/parser${i}.test.ts (3 tests) 12ms`, '      Tests  180 passed (180)'],
  pytest: [
    (i) => `tests/test_parser.py::test_part${i} PASSED`,
    '============ 60 passed in 1.21s ============',
  ],
  cargo: [
    (i) => `test parser::part${i} ... ok`,
    'test result: ok. 60 passed; 0 failed; 0 ignored; 0 measured',
  ],
  mocha: [(i) => `  ✔ reads part ${i}`, '  60 passing (212ms)'],
}

const kept = (run: keyof typeof RUNS, summary: string, goal = 'do the parser tests work?') => {
  const text = [...entries(RUNS[run]![0]), '', summary].join('\n')
  const result = prune({ text, goal, origin: 'explicit' }, { scorer: defaultScorer() })
  return keptLines(result).map((line) => result.lines[line - 1]!.text)
}

test.each(Object.keys(RUNS))('%s: the summary is shown and little else', (run) => {
  const lines = kept(run, RUNS[run]![1])
  expect(lines).toContain(RUNS[run]![1])
  expect(lines.length).toBeLessThan(60)
})

test('with one failure everything that reports one stays', () => {
  const lines = kept('vitest', '      Tests  1 failed | 179 passed (180)')
  expect(lines.filter((line) => line.startsWith('Error:')).length).toBeGreaterThan(20)
})
