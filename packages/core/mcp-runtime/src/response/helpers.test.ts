import {
  MCPListResponseSchema,
  MCPResponseContractSchema,
  MCPResponseEnvelopeSchema,
  type ResponseLimits,
} from '@jeeves/contracts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { expectWithin } from '../../test/expect-within-limits.js'
import { retrieveArtifact, storeArtifact } from '../artifacts/artifacts.js'
import { memoryStore } from '../artifacts/memory-store.js'
import { type MCPToolResult, toToolResult } from './envelope.js'
import { errorResponse, listResponse, successResponse } from './helpers.js'
import { resolveLimits } from './limits.js'
import { createSummary } from './summary.js'
import { paginatedListResponse, wrapResponse } from './wrap.js'

const Envelope = MCPResponseEnvelopeSchema(z.unknown()).and(
  z.strictObject({
    success: z.boolean(),
    summary: z.string(),
    count: z.number().optional(),
    items: z.array(z.unknown()).optional(),
    data: z.unknown().optional(),
    artifactRef: z.string().optional(),
    hasMore: z.boolean().optional(),
    nextCursor: z.string().optional(),
    error: z.unknown().optional(),
    metadata: z.strictObject({
      durationMs: z.number(),
      cached: z.boolean(),
      truncated: z.boolean(),
    }),
  }),
)

interface Parsed {
  success: boolean
  summary: string
  count?: number
  items?: Record<string, unknown>[]
  data?: Record<string, unknown>
  artifactRef?: string
  hasMore?: boolean
  error?: { code: string; message: string; context?: Record<string, unknown> }
  metadata: { durationMs: number; truncated: boolean }
}

const claudeSafe = { maxBytes: 10_240, maxArrayItems: 10, maxStringLength: 500, maxJsonDepth: 4 }
const runtime = {
  maxBytes: 1_048_576,
  maxArrayItems: 100,
  maxStringLength: 10_000,
  maxJsonDepth: 64,
}

/** Checks what goes over the wire, and reads it. */
function sent(result: MCPToolResult, bounds: Partial<ResponseLimits> = {}): Parsed {
  const text = result.content[0]?.text ?? ''
  const value = expectWithin(text, { ...claudeSafe, ...bounds }, JSON.stringify(result))
  return Envelope.parse(value) as Parsed
}

const bug = (i: number) => ({
  id: `bug-${i}`,
  title: `Bug ${i}`,
  severity: ['critical', 'high', 'medium', 'low'][i % 4],
  file: `src/module-${i}/index.ts`,
  details: { stack: 'at f (x.ts:1)\n'.repeat(100), notes: ['a', 'b'] },
})
const bugs = Array.from({ length: 200 }, (_, i) => bug(i))

test('INV-MCP-RESP-001 every helper answers with the one envelope', async () => {
  const failure = toToolResult(errorResponse(new Error('no')))
  for (const result of [
    toToolResult(successResponse({ a: 1 })),
    toToolResult(successResponse(undefined)),
    toToolResult(listResponse(bugs)),
    toToolResult(paginatedListResponse(bugs, { domain: 'bug' })),
    await wrapResponse(bugs, { summary: 'Bugs' }),
    await wrapResponse('text', { summary: 'Text' }),
    failure,
  ]) {
    expect(sent(result).summary).not.toBe('')
  }
  expect(failure.isError).toBe(true)
  expect(successResponse({ a: 1 }, { summary: 'One' })).toEqual({
    success: true,
    summary: 'One',
    data: { a: 1 },
    metadata: { durationMs: 0, cached: false, truncated: false },
  })
})

test('INV-MCP-RESP-002 whatever is thrown gets a known code', () => {
  for (const thrown of [new Error('x'), 'x', 7, null, undefined, {}, Symbol('s'), []]) {
    const { error } = sent(toToolResult(errorResponse(thrown)))
    expect(error?.code).toMatch(/^(INTERNAL_ERROR|OPERATION_FAILED)$/)
    expect(error?.message).not.toBe('')
  }
})

test('INV-MCP-RESP-003 a response stays under the bytes of its profile', () => {
  const huge = { rows: Array.from({ length: 500 }, () => 'x'.repeat(20_000)) }
  const { data } = sent(toToolResult(successResponse(huge, { profile: 'runtime' })), runtime)
  expect(JSON.stringify(data).length).toBeGreaterThan(900_000)
})

test('INV-MCP-RESP-004 a cut response says that it is cut', async () => {
  const cut = { metadata: { truncated: true } }
  expect(successResponse({ text: 'x'.repeat(501) })).toMatchObject({ ...cut, hasMore: true })
  expect(successResponse({ a: { b: { c: 1 } } })).toMatchObject(cut)
  expect(listResponse(bugs)).toMatchObject({ ...cut, hasMore: true })
  expect(errorResponse(new Error('x'.repeat(5_000)))).toMatchObject(cut)
  expect(sent(await wrapResponse(bugs, { summary: 's' }))).toMatchObject(cut)
  expect(successResponse({ text: 'x'.repeat(500) }).metadata.truncated).toBe(false)
})

test('INV-MCP-RESP-005 the duration of the call is there', () => {
  const { metadata } = successResponse(1, { startedAt: Date.now() - 1_500, cached: true })
  expect(metadata.durationMs).toBeGreaterThanOrEqual(1_500)
  expect(metadata.cached).toBe(true)
  expect(errorResponse('x').metadata.durationMs).toBe(0)
})

test('INV-MCP-SAFE-001 every response is under 10 KB on the wire, and close to it when there is more', async () => {
  const texts = { cause: 'because "of" this '.repeat(90), fix: 'do\nthat '.repeat(90) }
  const wordy = bugs.map((item) => ({ ...item, ...texts }))
  const result = await wrapResponse(wordy, { summary: 'Found bugs' })
  sent(result)
  expect(JSON.stringify(result).length).toBeGreaterThan(10_000)
})

test('INV-MCP-SAFE-002 at most 10 items, with hasMore and the counts', async () => {
  const { items, count, data, hasMore } = sent(await wrapResponse(bugs, { summary: 'Found bugs' }))
  expect(items?.map((item) => item['id'])).toEqual(bugs.slice(0, 10).map(({ id }) => id))
  expect({ count, data, hasMore }).toEqual({
    count: 200,
    data: { totalCount: 200, showing: 10 },
    hasMore: true,
  })
})

test('INV-MCP-SAFE-003 at most 500 characters with the ellipsis', () => {
  const { data } = successResponse('x'.repeat(600))
  expect(data).toBe(`${'x'.repeat(497)}...`)
})

test('INV-MCP-SAFE-004 at most 4 levels from the envelope on', () => {
  const { data } = sent(toToolResult(successResponse({ rows: [{ id: 1, at: { line: 2 } }] })))
  expect(data).toEqual({ rows: ['⟦mcp-pruner: nested⟧ {id: 1, at: {line: 2}}'] })
})

test('INV-MCP-SAFE-005 what does not fit is stored whole behind a reference', async () => {
  const store = memoryStore()
  const result = await wrapResponse(bugs, {
    summary: createSummary('Found bugs', { count: bugs.length }),
    artifactStore: (data) => storeArtifact(store, 'bugfix', 'scan-1', data),
  })
  const { artifactRef } = sent(result)
  expect(artifactRef).toBe('ax://bugfix/scan-1')
  expect(await retrieveArtifact(store, artifactRef ?? '')).toEqual(bugs)
  const small = await wrapResponse([1], {
    summary: 's',
    artifactStore: () => Promise.reject(new Error('must not be called')),
  })
  expect(sent(small)).toMatchObject({ items: [1], count: 1 })
})

test('a store that fails, or returns no reference, costs the reference and not the answer', async () => {
  const heard: unknown[] = []
  for (const artifactStore of [
    () => Promise.reject(new Error('disk full')),
    () => Promise.resolve('not a reference'),
  ]) {
    const result = await wrapResponse(bugs, {
      summary: 's',
      artifactStore,
      onStoreError: (error) => heard.push(String(error)),
    })
    expect(sent(result)).toMatchObject({ hasMore: true, count: 200 })
    expect(sent(result)).not.toHaveProperty('artifactRef')
  }
  expect(heard).toEqual([
    'Error: disk full',
    expect.stringContaining('Invalid artifact reference "not a reference"'),
  ])
})

test('INV-MCP-SAFE-006 every response has a summary of one line and at most 100 characters', async () => {
  const long = `many\nlines ${'and words '.repeat(5_000)}`
  for (const { summary } of [
    successResponse(1, { summary: long }),
    errorResponse(new Error(long)),
    listResponse([], { summary: long }),
    sent(await wrapResponse({}, { summary: long })),
    sent(await wrapResponse({}, { summary: '🧵'.repeat(300) })),
  ]) {
    expect(summary.length).toBeLessThanOrEqual(100)
    expect(summary.length).toBeGreaterThan(95)
    expect(summary).not.toContain('\n')
    expect(summary.endsWith('...')).toBe(true)
    expect(summary.isWellFormed()).toBe(true)
  }
})

test('createSummary counts, most severe first', () => {
  const bySeverity = { low: 1, critical: 3, medium: 0, unknown: 2, high: 5 }
  expect(createSummary('Found bugs', { count: 11, bySeverity })).toBe(
    'Found bugs: 11 total (3 critical, 5 high, 1 low, 2 unknown)',
  )
  expect(createSummary('Found bugs', { count: 1 })).toBe('Found bugs: 1 item')
  expect(createSummary('Found', { count: 0, bySeverity: { low: 0 } })).toBe('Found: 0 items')
})

test('a reference that is none is refused', () => {
  expect(() => successResponse(1, { artifactRef: 'http://x' })).toThrow(
    'Invalid artifact reference "http://x": expected ax://domain/id',
  )
})

test('a list is paged by offset', () => {
  const page = listResponse(['c', 'd'], { offset: 2, limit: 2, total: 5 })
  expect(page).toMatchObject({
    items: ['c', 'd'],
    count: 5,
    data: { total: 5, limit: 2, offset: 2 },
    hasMore: true,
    nextCursor: '4',
    metadata: { truncated: false },
  })
  const { items, hasMore, data } = page
  const asPage = { items, hasMore, ...(data as object) }
  expect(MCPListResponseSchema(z.string()).parse(asPage)).toEqual(asPage)
  const last = listResponse(['e'], { offset: 4, limit: 2 })
  expect(last.hasMore).toBe(false)
  expect(last).not.toHaveProperty('nextCursor')
  expect(listResponse(bugs, { nextCursor: 'opaque' }).nextCursor).toBe('opaque')
  expect(listResponse(bugs, { nextCursor: 'x'.repeat(5_000) })).not.toHaveProperty('nextCursor')
  expect(listResponse(bugs, { artifactRef: 'ax://bugs/all' }).artifactRef).toBe('ax://bugs/all')
})

test('a list to choose from carries ids, labels and severities only', () => {
  const all = bugs.map((item, i) => ({ ...item, title: `${i} ${'long title '.repeat(20)}` }))
  const first = paginatedListResponse(all, { domain: 'bug', labelField: 'title' })
  expect(MCPResponseContractSchema.safeParse(first).success).toBe(true)
  expect(first.summary).toBe('200 bug(s)')
  expect(first.items?.[0]).toEqual({
    id: 'bug-0',
    label: '0 long title long title long title long title l...',
    severity: 'critical',
  })
  expect(first).toMatchObject({ count: 200, hasMore: true, nextCursor: '10' })
  const last = paginatedListResponse(all, { domain: 'bug', offset: 195, labelField: 'details' })
  expect(last.items).toHaveLength(5)
  expect(last).toMatchObject({
    hasMore: false,
    items: [{ id: 'bug-195', label: 'bug-195' }, {}, {}, {}, {}],
  })
  expect(paginatedListResponse(all, { domain: 'bug', limit: 3 }).items).toHaveLength(3)
})

test('an error keeps its context within the limits', () => {
  const context = { path: 'a.b', limit: 3, dump: 'x'.repeat(50_000), deep: { a: { b: 1 } } }
  const { error } = sent(
    toToolResult(errorResponse({ code: 'ARRAY_TOO_LARGE', message: 'm', context })),
  )
  expect(error).toMatchObject({ code: 'ARRAY_TOO_LARGE', context: { path: 'a.b', limit: 3 } })
})

test('small budgets are kept with everything in the envelope at once', () => {
  const options = {
    summary: '漢"'.repeat(80),
    limits: { maxBytes: 1_280 },
    artifactRef: `ax://${'d'.repeat(64)}/${'i'.repeat(128)}`,
    nextCursor: '"'.repeat(64),
    startedAt: 0,
  }
  const small = { maxBytes: 1_280 }
  expect(sent(toToolResult(listResponse(bugs, options)), small).count).toBe(200)
  expect(sent(toToolResult(successResponse(bugs, options)), small).success).toBe(true)
  const error = {
    code: 'INVALID_INPUT',
    message: '"\n'.repeat(900),
    context: { a: '"'.repeat(500) },
  }
  expect(sent(toToolResult(errorResponse(error, options)), small).error?.code).toBe('INVALID_INPUT')
})

test.each([
  [{ maxBytes: 100 }, 'Response limit maxBytes is 100; it must be at least 512'],
  [{ maxJsonDepth: 2 }, 'Response limit maxJsonDepth is 2; it must be at least 3'],
  [{ maxJsonDepth: 1e9 }, 'Response limit maxJsonDepth is 1000000000; it must be at most 256'],
  [{ maxArrayItems: 0 }, 'Response limit maxArrayItems is 0; it must be at least 1'],
  [
    { maxStringLength: Number.NaN },
    'Response limit maxStringLength is NaN; it must be at least 200',
  ],
])('limits that cannot be held are refused: %j', (limits, message) => {
  expect(() => resolveLimits('claude-safe', limits)).toThrow(new RangeError(message))
})

test.each([
  { limit: 0, offset: -3 },
  { limit: Number.NaN, offset: Number.NaN },
  { limit: 1.9, offset: 0.5 },
])('a page of %j is the first item', (page) => {
  const items = [{ id: 'a' }, { id: 'b' }]
  const envelope = paginatedListResponse(items, { domain: 'thing', ...page })
  expect(envelope).toMatchObject({
    items: [{ id: 'a' }],
    data: { total: 2, limit: 1, offset: 0 },
    hasMore: true,
    nextCursor: '1',
  })
})
