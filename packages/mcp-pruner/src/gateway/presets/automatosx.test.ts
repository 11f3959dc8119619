// What the AutomatosX preset shows of its tools' answers, according to seed 002.
import { expect, test } from 'vitest'
import { isLog } from '../shape/cut-lines.js'
import { reduced, withLabels } from '../shape/reduce.js'
import { automatosx } from './automatosx.js'

test('trace_get shows how many events there were, the first, the last and the error', () => {
  const rule = automatosx.rules.find(({ tool }) => tool === 'trace_get')
  const events = [{ at: 1 }, { at: 2 }, { at: 3 }]
  const { value } = reduced({ traceId: 't', events, error: { message: 'no disk' } }, rule)
  expect(value).toEqual({
    traceId: 't',
    error: { message: 'no disk' },
    events: '⟦mcp-pruner: 3 items left out⟧',
    eventCount: 3,
    startEvent: { at: 1 },
    endEvent: { at: 3 },
    errorSummary: 'no disk',
  })
})

test('items are an id, a label of at most 50 characters and a severity', () => {
  expect(automatosx.listItems).toBe('labels')
  const bug = { id: 'b1', severity: 'high', message: 'm'.repeat(80), file: 'a.ts' }
  expect(withLabels({ bugs: [bug, { key: 'k2', name: 'Second' }] })).toEqual({
    bugs: [
      { id: 'b1', label: `${'m'.repeat(47)}...`, severity: 'high' },
      { id: 'k2', label: 'Second' },
    ],
  })
  const values = { rows: [1, 2, 3] }
  expect(withLabels(values)).toBe(values)
})

test.each([
  ['2026-03-01 INFO started', true],
  ['[2026-03-01] WARN slow', true],
  ['2026/03/01 [ERROR] gone', true],
  ['2026-03-01 was a Sunday', false],
])('a date and a level make a log: %s', (line, expected) => {
  expect(isLog(Array.from({ length: 5 }, () => line).join('\n'))).toBe(expected)
})
