import { MCPRequestLimitsSchema } from '@jeeves/contracts'
import { expect, test } from 'vitest'
import { createGuard } from './guard.js'

const limits = MCPRequestLimitsSchema.parse({})
function guarded() {
  const events: [event: string, data: unknown][] = []
  const guard = createGuard((_level, event, fields) => void events.push([event, fields?.data]))
  const before = (request: unknown, tool = 'read') =>
    guard.before({ tool, limitedAs: tool, request, limits })
  return { guard, before, events }
}

test('an ordinary request passes, and nothing is logged', async () => {
  const { before, events } = guarded()
  expect(await before({ file_path: 'a' })).toBeUndefined()
  expect(await before(undefined)).toBeUndefined()
  expect(events).toEqual([])
})

test.each([
  [
    'a long list',
    { ids: Array.from({ length: 101 }, () => 1) },
    'ARRAY_TOO_LARGE',
    'array-size-check',
    /ids has 101 items, the limit is 100/,
  ],
  ['a long text', { text: 'x'.repeat(100_001) }, 'INVALID_INPUT', undefined, /text/],
  [
    'much nesting',
    { a: { b: { c: { d: { e: { f: { g: { h: { i: { j: { k: 1 } } } } } } } } } } },
    'INVALID_INPUT',
    undefined,
    /./,
  ],
  [
    'many bytes',
    Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`part${at}`, 'x'.repeat(99_000)])),
    'INVALID_INPUT',
    'request-size-check',
    /Request size .*exceeds limit/,
  ],
])('a request with %s is refused, with figures', async (_what, request, code, gate, message) => {
  const { before, events } = guarded()
  const refused = await before(request)
  expect(refused).toMatchObject({
    code,
    message: expect.stringMatching(message) as string,
    context: { gate },
  })
  expect(refused?.message).not.toMatch(/undefined|\. \./)
  expect(refused?.context?.['errors']).toMatchObject([{ limit: expect.any(Number) as number }])
  expect(events).toMatchObject([['guard.refused', { tool: 'read', code }]])
})

test('of many reasons all are said, and ten are figures', async () => {
  const { before } = guarded()
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`list${at}`, Array.from({ length: 101 }, () => at)]),
  )
  const refused = await before(many)
  expect(refused?.message).toContain('list11 has 101 items')
  expect(refused?.context?.['errors']).toHaveLength(10)
})

test('a call near its limit is logged, a short one is not', async () => {
  const { guard, events } = guarded()
  await guard.after('bash', 100, 1000)
  await guard.after('bash', 249, 1000)
  expect(events).toEqual([])
  await guard.after('bash', 950, 1000)
  expect(events).toMatchObject([
    ['guard.audit', { event: 'near_timeout', durationMs: 950, timeoutMs: 1000 }],
  ])
})
