import { RESPONSE_PROFILES } from '@jeeves/contracts'
import { expect, test } from 'vitest'
import { dataEnvelope, type EnvelopeOptions } from './envelope.js'

const limits = RESPONSE_PROFILES['claude-safe']
const of = (value: unknown, more: Partial<EnvelopeOptions> = {}) =>
  dataEnvelope(value, {
    tool: 'list_bugs',
    limits,
    durationMs: 7,
    isReduced: false,
    original: value,
    ...more,
  })
const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, severity: id % 2 === 0 ? 'high' : 'low' }))

test('a short list is whole, with its count', () => {
  const envelope = of({ rows: rows(3) })
  expect(envelope).toMatchObject({ success: true, items: rows(3), count: 3 })
  expect(envelope).toMatchObject({ metadata: { durationMs: 7, truncated: false } })
  expect(envelope.hasMore).toBe(false)
  expect(envelope).not.toHaveProperty('data')
  expect(envelope.summary).toContain('3')
})

test('a long one begins, says how many there are, and where the next is', () => {
  expect(of({ rows: rows(40) }, { artifactRef: 'ax://d/1' })).toMatchObject({
    items: rows(10),
    count: 40,
    hasMore: true,
    artifactRef: 'ax://d/1',
    nextCursor: '/rows/10',
    metadata: { truncated: true },
  })
})

test('what stands beside a list is its data', () => {
  expect(of({ rows: rows(2), page: 1, of: 'bugs' })).toMatchObject({
    items: rows(2),
    data: { page: 1, of: 'bugs' },
    metadata: { truncated: false },
  })
})

test('what stands beside a list gets half of the room at least', () => {
  const notes = 'n'.repeat(400)
  const beside = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`note${at}`, notes]))
  const many = of({ rows: rows(300), ...beside })
  expect(JSON.stringify(many.data).length).toBeGreaterThan(4000)
  expect(JSON.stringify(many).length).toBeLessThan(10_240)
  expect(many.metadata.truncated).toBe(true)
  // And what a short list leaves.
  const few = of({ rows: rows(2), ...beside })
  expect(JSON.stringify(few.data).length).toBeGreaterThan(8000)
  expect(JSON.stringify(few).length).toBeLessThan(10_240)
})

test('severities are counted over all items, and a summary of the tool comes before ours', () => {
  expect(of({ rows: rows(40) }).summary).toMatch(/20 high.*20 low/)
  expect(of({ rows: rows(40), summary: 'forty bugs' }).summary).toBe('forty bugs')
  expect(of({ a: 1, b: 2 }).summary).toBe('list_bugs: 2 fields')
  expect(of({ a: 1 }).summary).toBe('list_bugs: 1 field')
  expect(of('text').summary).toBe('list_bugs: 1 field')
  expect(of({ a: 1, summary: 'one' }).summary).toBe('one')
})

test('a value that was reduced before has more, and a failure is one', () => {
  expect(of({ a: 1 }, { isReduced: true })).toMatchObject({
    success: true,
    data: { a: 1 },
    hasMore: true,
    metadata: { truncated: true },
  })
  expect(of({ a: 1 }, { isError: true })).toMatchObject({
    success: false,
    error: { code: 'OPERATION_FAILED', message: 'The tool failed', retryable: false },
    metadata: { truncated: false },
  })
  expect(of({ a: 1 }, { isError: true })).not.toHaveProperty('hasMore')
})
