import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { MCPErrorCodeSchema, MCPStructuredErrorSchema } from '@jeeves/contracts'
import { expect, test } from 'vitest'
import { ArtifactStoreError } from '../artifacts/store.js'
import { classifyError, isErrorCode, RETRY_BY_CODE, structuredError } from './errors.js'

test('INV-MCP-RESP-006 only calls that did not do their work may be repeated', () => {
  const retryable = MCPErrorCodeSchema.options.filter(
    (code) => structuredError(code, 'm').retryable,
  )
  expect(retryable).toEqual(['RATE_LIMITED', 'MEMORY_PRESSURE', 'SERVICE_UNAVAILABLE'])
  expect(Object.keys(RETRY_BY_CODE).sort()).toEqual([...MCPErrorCodeSchema.options].sort())
  for (const code of MCPErrorCodeSchema.options) {
    const error = structuredError(code, 'm')
    expect(MCPStructuredErrorSchema.parse(error)).toEqual(error)
    expect(error.retryAfterMs !== undefined).toBe(error.retryable)
  }
  // A caller cannot claim otherwise.
  expect(classifyError({ code: 'CONFLICT', message: 'm', retryable: true }).retryable).toBe(false)
})

test('real failures are classified', async () => {
  const missing = await open('/does/not/exist').catch((error: unknown) => error)
  expect(classifyError(missing)).toMatchObject({ code: 'NOT_FOUND', retryable: false })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const nobody = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.close()
  await once(server, 'close')
  const refused = await fetch(nobody).catch((error: unknown) => error)
  expect(classifyError(refused)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true })
  const timeout = await fetch(nobody, { signal: AbortSignal.timeout(0) }).catch(
    (error: unknown) => error,
  )
  expect(classifyError(timeout).code).toMatch(/^(TOOL_TIMEOUT|SERVICE_UNAVAILABLE)$/)
  const aborted = await fetch(nobody, { signal: AbortSignal.abort() }).catch(
    (error: unknown) => error,
  )
  expect(classifyError(aborted).code).toBe('OPERATION_FAILED')
  expect(classifyError(new ArtifactStoreError('down')).code).toBe('SERVICE_UNAVAILABLE')
})

test('anything can be thrown', () => {
  expect(classifyError('plain words')).toMatchObject({
    code: 'OPERATION_FAILED',
    message: 'plain words',
  })
  expect(classifyError(new Error(''))).toMatchObject({ message: 'INTERNAL_ERROR' })
  expect(classifyError(undefined).message).toBe('The tool failed without saying why')
  expect(classifyError({ why: [1] }).message).toBe('{why: [1]}')
  expect(classifyError({ message: 'm', data: { path: 'x' } })).toMatchObject({
    message: 'm',
    context: { path: 'x' },
  })
  const loop = new Error('loop')
  loop.cause = loop
  expect(classifyError(loop).code).toBe('INTERNAL_ERROR')
  const hostile = new Proxy(new Error('x'), {
    get() {
      throw new Error('no')
    },
  })
  expect(classifyError(hostile).message).toBe('The tool failed and its error cannot be read')
})

test('a long message keeps its start and its end within 1000 characters', () => {
  const { message } = structuredError('INTERNAL_ERROR', `start ${'🧵'.repeat(2_000)} end`)
  expect(message.length).toBeLessThanOrEqual(1000)
  expect(message.startsWith('start ')).toBe(true)
  expect(message.endsWith(' end')).toBe(true)
  expect(message.isWellFormed()).toBe(true)
})

test('codes are known by name', () => {
  expect(isErrorCode('NOT_FOUND')).toBe(true)
  expect(isErrorCode('toString')).toBe(false)
  expect(isErrorCode(7)).toBe(false)
})

test.each([
  ['RATE_LIMITED', 1000],
  ['MEMORY_PRESSURE', 5000],
  ['SERVICE_UNAVAILABLE', 1000],
] as const)('%s may be tried again after %i ms', (code, retryAfterMs) => {
  expect(structuredError(code, 'm')).toMatchObject({ retryable: true, retryAfterMs })
})
