import { expect, test } from 'vitest'
import { applyToolRule, bySeverity, matchesToolPattern, ruleFor } from './tool-rules.js'

test.each([
  ['a', 'a', true],
  ['ab', 'a', false],
  ['anything', '*', true],
  ['memory_x', 'memory_*', true],
  ['xmemory_', 'memory_*', false],
  ['a_b_c', 'a*b*c', true],
  ['a_c_b', 'a*b*c', false],
  ['aba', 'ab*ba', false],
  ['', '*', true],
  ['a.c', 'a*c*', true],
  ['a+', 'a+', true],
])('%j against %j', (tool, pattern, expected) => {
  expect(matchesToolPattern(tool, pattern)).toBe(expected)
})

test('rules sort the most severe first and leave keys to the artifact', () => {
  const rules = [
    { tool: 'bugfix_scan', risk: 'critical', maxItems: 5, orderBy: 'severity' },
    { tool: 'trace_get', risk: 'critical', omit: ['events'] },
    { tool: 'guard_*', risk: 'low' },
  ] as const
  const scan = ruleFor('bugfix_scan', rules)
  expect(scan).toMatchObject({ maxItems: 5, orderBy: 'severity' })
  const bugs = [{ severity: 'low' }, { severity: 'Critical' }, 'x', { severity: 'high' }]
  const sorted = [{ severity: 'Critical' }, { severity: 'high' }, { severity: 'low' }, 'x']
  expect(bySeverity(bugs)).toEqual(sorted)
  expect(scan && applyToolRule(bugs, scan)).toEqual({
    value: sorted,
    limits: { maxArrayItems: 5 },
    omitted: [],
  })
  expect(scan && applyToolRule({ bugs, n: 1 }, scan).value).toEqual({ bugs: sorted, n: 1 })
  const trace = ruleFor('trace_get', rules)
  expect(trace && applyToolRule({ id: 1, events: [1, 2] }, trace)).toEqual({
    value: { id: 1 },
    limits: {},
    omitted: ['events'],
  })
  expect(trace && applyToolRule('text', trace).value).toBe('text')
  expect(ruleFor('guard_check', rules)?.risk).toBe('low')
  expect(ruleFor('read', rules)).toBeUndefined()
})
