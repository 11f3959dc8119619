import { expect, test } from 'vitest'
import * as z from 'zod'
import { RESPONSE_PROFILES, ResponseProfileSchema } from './profiles.js'
import {
  MCPErrorCodeSchema,
  MCPListResponseSchema,
  MCPResponseContractSchema,
  MCPResponseEnvelopeSchema,
  MCPResponseLimitsSchema,
  MCPResponseMetadataSchema,
  MCPStructuredErrorSchema,
} from './schema.js'

const metadata = { durationMs: 3, cached: false, truncated: false }

test('limits have working defaults', () => {
  expect(MCPResponseLimitsSchema.parse({})).toEqual({
    maxResponseBytes: 1_048_576,
    maxListItems: 100,
    maxStringLength: 10_000,
    truncationSuffix: '... [truncated]',
  })
  expect(RESPONSE_PROFILES['claude-safe']).toEqual({
    maxBytes: 10_240,
    maxArrayItems: 10,
    maxStringLength: 500,
    maxJsonDepth: 4,
    maxSummaryLength: 100,
    maxLogLines: 20,
    truncationSuffix: '...',
  })
  expect(ResponseProfileSchema.options).toEqual(['claude-safe', 'runtime'])
  expect(RESPONSE_PROFILES.runtime).toMatchObject({
    maxBytes: 1_048_576,
    maxArrayItems: 100,
    maxStringLength: 10_000,
  })
})

test('INV-MCP-RESP-001 the envelope is one shape for success and failure', () => {
  const envelope = MCPResponseEnvelopeSchema(z.object({ n: z.number() }))
  const success = { success: true, summary: 'One thing', data: { n: 1 }, metadata }
  expect(envelope.parse(success)).toEqual(success)
  const list = { success: true, summary: 's', count: 2, items: [1], hasMore: true, metadata }
  expect(envelope.parse({ ...list, nextCursor: 'c', artifactRef: 'ax://bugs/1' })).toMatchObject(
    list,
  )
  const error = { code: 'NOT_FOUND', message: 'no such thing', retryable: false }
  expect(envelope.parse({ success: false, summary: 's', error, metadata })).toMatchObject({ error })
  for (const wrong of [
    { success: true, data: { n: 1 }, metadata },
    { success: true, summary: 'x'.repeat(101), metadata },
    { success: true, summary: 's', data: { n: 'one' }, metadata },
    { success: true, summary: 's' },
    { success: false, summary: 's', metadata },
    { success: true, summary: 's', artifactRef: 'http://bugs/1', metadata },
    { summary: 's', metadata },
  ]) {
    expect(envelope.safeParse(wrong).success).toBe(false)
  }
})

test('INV-MCP-RESP-002 an error has a known code', () => {
  expect(MCPErrorCodeSchema.options).toHaveLength(14)
  expect(MCPStructuredErrorSchema.parse({ code: 'CONFLICT', message: 'm' }).retryable).toBe(false)
  for (const wrong of [
    { message: 'm' },
    { code: 'OOPS', message: 'm' },
    { code: 'CONFLICT', message: '' },
    { code: 'CONFLICT', message: 'x'.repeat(1001) },
    { code: 'CONFLICT', message: 'm', retryAfterMs: 0 },
  ]) {
    expect(MCPStructuredErrorSchema.safeParse(wrong).success).toBe(false)
  }
})

test('metadata has defaults', () => {
  expect(MCPResponseMetadataSchema.parse({ durationMs: 0 })).toEqual({ ...metadata, durationMs: 0 })
})

test('a list page and a list of choices', () => {
  const page = { items: ['a'], total: 9, limit: 1, offset: 0, hasMore: true }
  expect(MCPListResponseSchema(z.string()).parse(page)).toEqual(page)
  const item = { id: '1', label: 'x'.repeat(50), severity: 'high' }
  const items = (length: number) => Array.from({ length }, () => item)
  const contract = { success: true, summary: 's', metadata, items: items(10) }
  expect(MCPResponseContractSchema.safeParse(contract).success).toBe(true)
  expect(MCPResponseContractSchema.safeParse({ ...contract, items: items(11) }).success).toBe(false)
  expect(
    MCPResponseContractSchema.safeParse({
      ...contract,
      items: [{ ...item, label: 'x'.repeat(51) }],
    }).success,
  ).toBe(false)
})
