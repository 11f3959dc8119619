// What shaping keeps, what it says about the rest, and that it stays fast on hostile values.
import { RESPONSE_PROFILES, type ResponseLimits } from '@jeeves/contracts'
import { describe, expect, test } from 'vitest'
import { expectWithin } from '../../test/expect-within-limits.js'
import { asPartOf } from '../json/main-list.js'
import { shapeValue } from './shape-value.js'

const safe = RESPONSE_PROFILES['claude-safe']
const shape = (value: unknown, overrides: Partial<ResponseLimits> = {}) => {
  const limits = { ...safe, ...overrides }
  const shaped = shapeValue(value, limits)
  expectWithin(JSON.stringify(shaped.value), limits)
  return shaped
}
const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

const issue = (i: number) => ({
  description: `What happens in issue ${i}: ${'the same words over and over, '.repeat(40)}`,
  labels: ['bug', 'area/io', 'needs-triage'],
  id: `ISS-${i}`,
  title: `Issue number ${i}`,
  severity: ['critical', 'high', 'low'][i % 3],
  reporter: { login: `user${i}`, email: `user${i}@example.org`, teams: { main: 'core' } },
  votes: i * 3,
})

describe('what is kept', () => {
  test('a value within its limits is unchanged', () => {
    const value = { a: [1, 'two', null, true, { b: 1.5 }], '': {}, empty: [] }
    expect(shape(value)).toEqual({ value, truncated: false, cuts: [] })
  })

  // The note is an item too where the depth leaves no room for a wrapper.
  test('a list of at most one item is its note', () => {
    const list = Array.from({ length: 30 }, () => ({}))
    const { value } = shape({ a: list }, { maxBytes: 200, maxArrayItems: 1, maxJsonDepth: 3 })
    expect(value).toEqual({ a: ['⟦mcp-pruner: 0 of 30 shown⟧'] })
  })

  test('an item that has no room is not shown for the sake of showing one', () => {
    const value = { a: 'x'.repeat(40), b: Array.from({ length: 30 }, () => -10) }
    for (let maxBytes = 60; maxBytes < 160; maxBytes++) {
      const shaped = shape(value, { maxBytes, maxArrayItems: 1 })
      expect(sizeOf(shaped.value)).toBeLessThanOrEqual(maxBytes)
    }
  })

  test('a long array shows its first items and the total', () => {
    const { value, truncated, cuts } = shape(Array.from({ length: 25 }, (_, i) => i))
    expect(value).toEqual({
      items: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      totalCount: 25,
      showing: 10,
      hasMore: true,
    })
    expect(truncated).toBe(true)
    expect(cuts).toEqual([{ path: '', total: 25, showing: 10 }])
  })

  test('if a wrapper would cost a level, the last item is the mark', () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({ id: i }))
    const { value } = shape({ rows })
    expect(value).toEqual({ rows: [...rows.slice(0, 9), '⟦mcp-pruner: 9 of 30 shown⟧'] })
  })

  test('in the plain style only nested values carry marks', () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({ id: i }))
    const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i]))
    const { value, cuts } = shapeValue({ rows, 'a/b~c': wide }, safe, { style: 'plain' })
    expect(value).toMatchObject({ rows: [...rows.slice(0, 9), '⟦mcp-pruner: 9 of 30 shown⟧'] })
    expect(value).not.toHaveProperty('⟦mcp-pruner: members omitted⟧')
    expect(JSON.stringify(value)).toContain('⟦mcp-pruner: members omitted⟧')
    expect(cuts).toContainEqual({ path: '/rows', total: 30, showing: 9 })
    const list = shapeValue(rows, safe, { style: 'plain' })
    expect(list.value).toEqual(rows.slice(0, 10))
    expect(cuts.map((cut) => cut.path)).toContain('/a~1b~0c')
  })

  test('strings are cut with their suffix inside the limit, never within a character', () => {
    expect(shape('x'.repeat(501)).value).toBe(`${'x'.repeat(497)}...`)
    expect(shape('🧵'.repeat(400)).value).toBe(`${'🧵'.repeat(248)}...`)
    const runtime = shapeValue('y'.repeat(20_000), RESPONSE_PROFILES.runtime).value as string
    expect(runtime).toHaveLength(10_000)
    expect(runtime.endsWith('y... [truncated]')).toBe(true)
  })

  test('deep values become one line', () => {
    const { value } = shape({
      a: { b: { c: { id: 7, tags: ['x', 'y'], more: { z: [1] } }, n: 1 } },
    })
    expect(value).toEqual({
      a: { b: { c: '⟦mcp-pruner: nested⟧ {id: 7, more: {z: [1]}, tags: [x, y]}', n: 1 } },
    })
    const text = 'words '.repeat(500)
    const { value: line } = shape({ a: { b: { c: { text, more: [text], name: 'n', id: 7 } } } })
    const first = `${'words '.repeat(12)}words...`
    expect(line).toEqual({
      a: { b: { c: `⟦mcp-pruner: nested⟧ {name: n, id: 7, text: ${first}, more: [${first}]}` } },
    })
    const { value: deeper } = shape({ a: { b: { c: { d: { e: { f: [1, 2] } } } } } })
    expect(deeper).toEqual({ a: { b: { c: '⟦mcp-pruner: nested⟧ {d: {e: {f: [...2]}}}' } } })
  })

  test('ids, names, states and errors precede long texts, first items precede last', () => {
    const { value } = shape(
      { issues: Array.from({ length: 10 }, (_, i) => issue(i)) },
      { maxBytes: 2_048 },
    )
    const { issues } = value as { issues: Partial<ReturnType<typeof issue>>[] }
    for (const [i, item] of issues.entries()) {
      expect(item).toMatchObject({ id: `ISS-${i}`, title: `Issue number ${i}` })
      expect(item.severity).toBeDefined()
    }
    expect(issues).toHaveLength(10)
    expect(Object.keys(issues[0] ?? {}).length).toBeGreaterThanOrEqual(
      Object.keys(issues[9] ?? {}).length,
    )
  })

  test('arrays are cut before plain values', () => {
    const numbers = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`metric${i}`, i]))
    const noise = Array.from({ length: 10 }, (_, i) => `${i} ${'noise '.repeat(60)}`)
    const { value } = shape({ noise, ...numbers }, { maxBytes: 1_200 })
    expect(value).toMatchObject(numbers)
  })

  test('the keys keep their order', () => {
    const value = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, i]))
    const keys = Object.keys(shape(value).value as object)
    expect(keys.at(-1)).toBe('⟦mcp-pruner: members omitted⟧')
    expect(keys.slice(0, 5)).toEqual(['k0', 'k1', 'k2', 'k3', 'k4'])
  })
})

describe('the budget is used', () => {
  test.each([
    ['a list of records', Array.from({ length: 10 }, (_, i) => issue(i))],
    [
      'records inside an object',
      { total: 900, issues: Array.from({ length: 900 }, (_, i) => issue(i)) },
    ],
    [
      'a wide object',
      Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key ${i}`, `value ${i}`])),
    ],
    [
      'long texts',
      Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`t${i}`, 'words '.repeat(200)])),
    ],
    [
      'text full of escapes',
      Array.from({ length: 10 }, () => ({ a: '"\\\n'.repeat(400), b: '漢字'.repeat(300) })),
    ],
  ])('%s', (_, value) => {
    for (const maxBytes of [1_536, 2_048, 3_072]) {
      const used = sizeOf(shape(value, { maxBytes }).value)
      expect(used / maxBytes).toBeGreaterThan(0.93)
    }
  })
})

describe('any value is accepted', () => {
  test('values that JSON has no word for', () => {
    const { value } = shape({
      big: 2n ** 70n,
      huge: 10n ** 5000n,
      date: new Date(0),
      noDate: new Date(Number.NaN),
      map: new Map([['a', 1]]),
      set: new Set([1, 2]),
      bytes: new Uint8Array([1, 2]),
      error: new TypeError('bad'),
      undefined: undefined,
      symbol: Symbol('s'),
      call: () => 1,
      nan: Number.NaN,
      regexp: /a"b/,
      list: [undefined, Symbol('s')],
    })
    expect(value).toEqual({
      big: '1180591620717411303424',
      huge: '[a whole number of over 1000 digits]',
      date: '1970-01-01T00:00:00.000Z',
      noDate: null,
      map: { a: 1 },
      set: [1, 2],
      bytes: [1, 2],
      error: { name: 'TypeError', message: 'bad' },
      nan: null,
      regexp: '/a"b/',
      list: [null, null],
    })
  })

  test('values that throw when they are read', () => {
    const { value } = shape({
      getter: Object.defineProperty({}, 'x', {
        enumerable: true,
        get() {
          throw new Error('no x')
        },
      }),
      toJSON: {
        toJSON() {
          throw new Error('no JSON')
        },
      },
      thrown: {
        toJSON() {
          throw Object.create(null)
        },
      },
      revoked: (() => {
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        return proxy
      })(),
      fine: 1,
    })
    expect(value).toMatchObject({
      getter: { x: '[unreadable: no x]' },
      toJSON: '[unreadable: no JSON]',
      thrown: '[unreadable: it cannot say why]',
      fine: 1,
    })
  })

  test('cycles, prototype keys, huge keys and lone surrogates', () => {
    const loop: Record<string, unknown> = { id: 1 }
    loop['self'] = loop
    expect(shape(loop).value).toEqual({ id: 1, self: '[circular]' })
    const proto = JSON.parse('{"__proto__": {"polluted": true}, "x": 1}')
    const { value } = shape(proto)
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true},"x":1}')
    const keys = shape({ ['k'.repeat(5_000)]: 1, ['k'.repeat(6_000)]: 2, '\ud800': 3 })
    // A key that was cut would name nothing that is there.
    expect(keys.value).toEqual({ '\ufffd': 3, '⟦mcp-pruner: members omitted⟧': 2 })
    expect(shape('a\ud800').value).toBe('a\ufffd')
  })

  test('millions of entries, and nesting deeper than any stack', () => {
    expect(shape(Array.from({ length: 2_000_000 }, (_, i) => i)).cuts[0]?.total).toBe(2_000_000)
    expect(shape('x'.repeat(50_000_000)).truncated).toBe(true)
    const wide: Record<string, number> = {}
    for (let i = 0; i < 300_000; i++) wide[`k${i}`] = i
    expect(shape(wide).value).toHaveProperty('⟦mcp-pruner: members omitted⟧')
    let deep: unknown = 'bottom'
    for (let i = 0; i < 1_000_000; i++) deep = i % 2 === 0 ? [deep] : { deep }
    expect(shape(deep).truncated).toBe(true)
    expect(shapeValue(deep, RESPONSE_PROFILES.runtime).truncated).toBe(true)
  })

  test('a small value that unfolds to an astronomical one', () => {
    let shared: unknown = 'leaf'
    for (let i = 0; i < 60; i++) shared = [shared, shared]
    expect(shape(shared).truncated).toBe(true)
    const { value } = shapeValue(shared, RESPONSE_PROFILES.runtime)
    expectWithin(JSON.stringify(value), RESPONSE_PROFILES.runtime)
  })

  test('budgets too small for anything are still kept', () => {
    for (let maxBytes = 8; maxBytes < 60; maxBytes++) {
      const limits = { ...safe, maxBytes }
      for (const value of [
        issue(1),
        [issue(1), 2],
        'a long enough text to be cut',
        123_456_789_012,
      ]) {
        const { value: shaped } = shapeValue(value, limits)
        expect(expectWithin(JSON.stringify(shaped), limits)).toEqual(shaped)
      }
    }
  })
})

describe('a value that is already a part', () => {
  test('shows the total, at any depth, also if more is cut', () => {
    const rows = asPartOf([{ id: 1, tags: asPartOf(['a'], 4) }, { id: 2 }], 300)
    const map = asPartOf({ k1: 1, k2: 2 }, 50)
    const { value, truncated } = shape({ rows, map, few: asPartOf([1, 2, 3], 5) })
    expect(truncated).toBe(true)
    expect(value).toEqual({
      rows: [
        { id: 1, tags: '⟦mcp-pruner: nested⟧ [a, ⟦mcp-pruner: 1 of 4 shown⟧]' },
        { id: 2 },
        '⟦mcp-pruner: 2 of 300 shown⟧',
      ],
      map: { k1: 1, k2: 2, '⟦mcp-pruner: members omitted⟧': 48 },
      few: [1, 2, 3, '⟦mcp-pruner: 3 of 5 shown⟧'],
    })
    const { value: less } = shape({ rows: asPartOf([1, 2, 3, 4], 300) }, { maxArrayItems: 3 })
    expect(less).toEqual({ rows: { items: [1, 2, 3], totalCount: 300, showing: 3, hasMore: true } })
    const { value: full } = shape({ rows: asPartOf([1, 2, 3], 300) }, { maxArrayItems: 3 })
    expect(full).toEqual({ rows: [1, 2, '⟦mcp-pruner: 2 of 300 shown⟧'] })
  })
})
