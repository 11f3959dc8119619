import { expect, test } from 'vitest'
import { budgetFor, matchesToolPattern } from './budgets.js'
import { applyToolRule, bySeverity, ruleFor } from './tool-rules.js'

test.each([
  ['agent_run', 'execution', 3_072],
  ['workflow_run', 'execution', 3_072],
  ['session_list', 'list', 2_048],
  ['memory_list', 'list', 2_048],
  ['session_status', 'status', 1_536],
  ['trace_get', 'status', 1_536],
  ['bugfix_scan', 'scan', 2_048],
  ['refactor_scan', 'scan', 2_048],
  ['config_get', 'config-memory', 1_536],
  ['memory_search', 'config-memory', 1_536],
])('%s has the %s budget', (tool, category, maxBytes) => {
  expect(budgetFor(tool)).toMatchObject({ category, maxBytes })
})

test('other tools have no budget of their own', () => {
  expect(budgetFor('read')).toBeUndefined()
  expect(budgetFor('_listing')).toBeUndefined()
})

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

test('rules put the most severe first and leave keys to the artifact', () => {
  const scan = ruleFor('bugfix_scan')
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
  const trace = ruleFor('trace_get')
  expect(trace && applyToolRule({ id: 1, events: [1, 2] }, trace)).toEqual({
    value: { id: 1 },
    limits: {},
    omitted: ['events'],
  })
  expect(trace && applyToolRule('text', trace).value).toBe('text')
  expect(ruleFor('guard_check')?.risk).toBe('low')
  expect(ruleFor('read')).toBeUndefined()
})
