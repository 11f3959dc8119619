import { MCPRequestLimitsSchema, ValidationResultSchema } from '@jeeves/contracts'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  arrayLimitFor,
  arraySizeViolations,
  RequestValidationError,
  validateRequest,
  withValidation,
} from '../index.js'

const limits = MCPRequestLimitsSchema.parse({
  maxArraySize: 3,
  maxStringLength: 10,
  maxObjectDepth: 4,
  maxRequestBytes: 1000,
})

const errorsOf = (request: unknown, tool?: string) => {
  const result = ValidationResultSchema.parse(validateRequest(request, limits, tool))
  return result.valid ? [] : result.errors
}
const nested = (levels: number) => {
  let value: unknown = 'leaf'
  for (let i = 0; i < levels; i++) value = { a: value }
  return value
}

describe('limits', () => {
  test('INV-MCP-LIMIT-001: an array may be as long as its limit and no longer', () => {
    expect(errorsOf({ ids: [1, 2, 3] })).toEqual([])
    expect(errorsOf({ ids: [1, 2, 3, 4] })).toEqual([
      {
        path: 'ids',
        code: 'ARRAY_TOO_LARGE',
        message: 'ids has 4 items, the limit is 3: send fewer, or in several requests',
        limit: 3,
        actual: 4,
      },
    ])
  })

  test('INV-MCP-LIMIT-001: a long array is refused without a look at its items', () => {
    const items = new Proxy(Object.assign([] as unknown[], { length: 1e9 }), {
      getOwnPropertyDescriptor: () => {
        throw new Error('looked at')
      },
    })
    expect(errorsOf({ items })).toMatchObject([{ code: 'ARRAY_TOO_LARGE', actual: 1e9 }])
  })

  test('INV-MCP-LIMIT-003: a tool’s own array limit replaces the general one, up or down', () => {
    const defaults = MCPRequestLimitsSchema.parse({})
    const tools = ['memory_bulk_delete', 'ability_inject', 'other', 'constructor', undefined]
    expect(tools.map((tool) => arrayLimitFor(tool, defaults))).toEqual([1000, 20, 100, 100, 100])
    expect(errorsOf({ ids: [1, 2, 3, 4] }, 'memory_bulk_delete')).toEqual([])
  })

  test('INV-MCP-LIMIT-004: every error has the path, the limit and the actual value', () => {
    const request = {
      'odd key': ['x'.repeat(11)],
      edits: [{ text: 'fine' }, { text: 'much too long' }],
      deep: nested(4),
      ids: [1, 2, 3, 4],
    }
    expect(errorsOf(request)).toMatchObject([
      { path: '["odd key"][0]', code: 'STRING_TOO_LONG', limit: 10, actual: 11 },
      { path: 'edits[1].text', code: 'STRING_TOO_LONG', limit: 10, actual: 13 },
      { path: 'deep.a.a.a', code: 'TOO_DEEP', limit: 4, actual: 5 },
      { path: 'ids', code: 'ARRAY_TOO_LARGE', limit: 3, actual: 4 },
    ])
  })

  test('a key is text of the request too, and is shown shortened', () => {
    const [error] = errorsOf({ ['k'.repeat(500)]: 1 })
    expect(error).toMatchObject({ code: 'STRING_TOO_LONG', actual: 500 })
    expect(error?.path).toBe(`["${'k'.repeat(64)}…"]`)
    expect(error?.message).toContain('has a name of 500 characters, the limit is 10')
  })

  test('the request as a whole has a byte limit', () => {
    const pairs = Array.from({ length: 200 }, (_, i) => [`k${i}`, i])
    const [error] = errorsOf(Object.fromEntries(pairs))
    expect(error).toMatchObject({ path: '', code: 'REQUEST_TOO_LARGE', limit: 1000 })
    expect(error?.actual).toBeGreaterThan(1000)
    expect(error?.message).toMatch(/^The request has at least \d+ bytes, the limit is 1000/)
  })

  test('the bytes are those of the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const size = Buffer.byteLength(JSON.stringify(value))
        const exact = { ...MCPRequestLimitsSchema.parse({}), maxObjectDepth: 99 }
        const fits = (maxRequestBytes: number) =>
          validateRequest(value, { ...exact, maxRequestBytes }).valid
        expect([fits(size), fits(size - 1)]).toEqual([true, false])
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['quotes and controls', '"\\\n\u0001'],
    ['pairs and halves', '😀\ud800'],
    ['numbers', [Number.NaN, 1e21, -0.5]],
    ['constants', [true, false, null]],
    ['holes', [undefined, () => 0]],
  ])('%s count as JSON writes them', (_, value) => {
    const size = Buffer.byteLength(JSON.stringify(value))
    const at = (maxRequestBytes: number) => validateRequest(value, { ...limits, maxRequestBytes })
    expect([at(size).valid, at(size - 1).valid]).toEqual([true, false])
  })

  test('an answer lists no more errors than help', () => {
    const words = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`k${i}`, 'x'.repeat(11)]),
    )
    expect(errorsOf(words)).toHaveLength(20)
  })
})

describe('hostile requests', () => {
  test('a million levels neither overflow the stack nor are walked', () => {
    expect(errorsOf(nested(1_000_000))).toMatchObject([{ code: 'TOO_DEEP', path: 'a.a.a.a' }])
  })

  test('a cycle ends at the depth limit', () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    expect(errorsOf(cycle)).toMatchObject([{ code: 'TOO_DEEP' }])
  })

  test('a value that doubles itself at every level ends at the byte limit', () => {
    const wide = { ...limits, maxObjectDepth: 1000, maxRequestBytes: 100_000 }
    let value: unknown = 'x'
    for (let i = 0; i < 60; i++) value = [value, value]
    expect(validateRequest(value, wide)).toMatchObject({
      errors: [{ code: 'REQUEST_TOO_LARGE', limit: 100_000 }],
    })
  })

  test('prototype keys are data, and nothing is polluted', () => {
    const request: unknown = JSON.parse('{"__proto__": {"text": "much too long"}, "toString": 1}')
    expect(errorsOf(request)).toMatchObject([{ path: '__proto__.text' }])
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
    expect(errorsOf({ ids: [1, 2, 3, 4] }, '__proto__')).toMatchObject([{ limit: 3 }])
  })

  test('no getter is called', () => {
    const getter = vi.fn<() => unknown>()
    const request = Object.defineProperty({}, 'trap', { get: getter, enumerable: true })
    expect(errorsOf(request)).toMatchObject([{ path: 'trap', code: 'INVALID_INPUT' }])
    expect(getter).not.toHaveBeenCalled()
  })

  test('a proxy that throws is an error of the request', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(errorsOf({ a: proxy })).toMatchObject([
      { path: '', code: 'INVALID_INPUT', message: expect.stringContaining('cannot be read') },
    ])
  })

  test.each([new Map([[1, 2]]), new Set([1]), Buffer.alloc(10)])(
    'what hides its size is refused: %s',
    (value) => {
      expect(errorsOf({ value })).toMatchObject([{ path: 'value', code: 'INVALID_INPUT' }])
    },
  )

  test.each([5, 'text', null, undefined, 10n, []])(
    'a request need not be an object: %s',
    (value) => {
      expect(errorsOf(value)).toEqual([])
    },
  )
})

describe('in front of a handler', () => {
  test('INV-MCP-LIMIT-002: the handler of a request that is refused does not run', async () => {
    const handler = vi.fn<(args: { ids: number[] }, suffix: string) => Promise<string>>(
      async (args, suffix) => args.ids.length + suffix,
    )
    const guarded = withValidation('delete', handler, { maxArraySize: 2 })
    const error = await guarded({ ids: [1, 2, 3] }, '!').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RequestValidationError)
    expect(error).toMatchObject({
      code: 'ARRAY_TOO_LARGE',
      errors: [{ path: 'ids', limit: 2, actual: 3 }],
    })
    expect(handler).not.toHaveBeenCalled()
    expect(await guarded({ ids: [1, 2] }, '!')).toBe('2!')
  })

  test('a refusal for more than arrays has the general code', async () => {
    const guarded = withValidation('t', () => 1, { maxStringLength: 1, maxArraySize: 1 })
    await expect(guarded({ a: 'xx', b: [1, 2] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('\n'),
    })
  })

  test('violations of array limits are distinguishable', () => {
    const result = validateRequest({ a: 'x'.repeat(11), b: [1, 2, 3, 4] }, limits)
    expect(arraySizeViolations(result)).toMatchObject([{ path: 'b', limit: 3, actual: 4 }])
    expect(arraySizeViolations({ valid: true })).toEqual([])
  })
})
