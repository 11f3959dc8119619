import { expect, test } from 'vitest'
import { isReducedBy, reduced, withLabels } from './reduce.js'

const RULE = { tool: 'trace_get', risk: 'low' } as const
const trace = {
  status: 'failed',
  error: { message: 'out of disk' },
  events: [{ at: 1 }, { at: 2 }, { at: 3 }],
}

test('in the place of a member that is left out stands how much it is', () => {
  const { value, omitted } = reduced(
    { a: 'kept', list: [1, 2], map: { x: 1 }, text: 'four' },
    { ...RULE, omit: ['list', 'map', 'text', 'absent'] },
  )
  expect(omitted).toEqual(['list', 'map', 'text'])
  expect(value).toEqual({
    a: 'kept',
    list: '⟦mcp-pruner: 2 items left out⟧',
    map: '⟦mcp-pruner: 1 members left out⟧',
    text: '⟦mcp-pruner: 4 characters left out⟧',
  })
})

test('the ends of a list that is left out are shown, with what went wrong', () => {
  const rule = { ...RULE, omit: ['events'], ends: 'events' }
  expect(reduced(trace, rule).value).toMatchObject({
    eventCount: 3,
    startEvent: { at: 1 },
    endEvent: { at: 3 },
    errorSummary: 'out of disk',
  })
  const { value } = reduced({ events: [], error: 'plain words' }, rule)
  expect(value).toMatchObject({ eventCount: 0, errorSummary: 'plain words' })
  expect(value).not.toHaveProperty('startEvent')
  expect(reduced({ events: 7 }, rule).value).not.toHaveProperty('eventCount')
})

test('without a rule the value stays the same', () => {
  expect(reduced(trace, undefined)).toEqual({ value: trace, omitted: [] })
})

const text = (value: unknown) => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
})

test('a rule reduces one text of data that has a member to leave out', () => {
  const rule = { ...RULE, omit: ['events'] }
  expect(isReducedBy(rule, text(trace))).toBe(true)
  expect(isReducedBy(rule, text({ status: 'done' }))).toBe(false)
  expect(isReducedBy(RULE, text(trace))).toBe(false)
  expect(isReducedBy(undefined, text(trace))).toBe(false)
  expect(isReducedBy(rule, { ...text(trace), isError: true })).toBe(false)
  expect(isReducedBy(rule, { content: [] })).toBe(false)
  const two = [...text(trace).content, ...text(trace).content]
  expect(isReducedBy(rule, { content: two })).toBe(false)
})

test('items become an id to ask with and a label to choose by', () => {
  const items = [
    { id: 7, title: 'Leak', severity: 'high', body: 'long' },
    { key: 'k', name: '', description: 'd', severity: 'odd' },
    { name: 'only a name' },
    { path: 'a.ts', message: 'x'.repeat(80) },
  ]
  const { items: shown } = withLabels({ items }) as { items: { label: string }[] }
  expect(shown.slice(0, 3)).toEqual([
    { id: '7', label: 'Leak', severity: 'high' },
    { id: 'k', label: 'd' },
    { id: 'only a name', label: 'only a name' },
  ])
  expect(shown[3]?.label.length).toBe(50)
})

test('a list with an item that has no id stays as it is', () => {
  const value = { items: [{ id: 1 }, { size: 2 }] }
  expect(withLabels(value)).toBe(value)
  const empty = { items: [] }
  expect(withLabels(empty)).toBe(empty)
})
