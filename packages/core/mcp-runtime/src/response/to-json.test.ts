import { expect, test } from 'vitest'
import { toJson } from './to-json.js'

test('what JSON can write is written as JSON writes it', () => {
  const value = { a: [1, 'x', null, undefined], b: undefined, date: new Date(0) }
  expect(toJson(value)).toBe(JSON.stringify(value))
  expect(toJson(undefined)).toBe('null')
})

test('what JSON refuses is written all the same', () => {
  const loop: Record<string, unknown> = { big: 1n, gone: undefined, list: [() => 1, 2] }
  loop['self'] = loop
  loop['twice'] = [{ a: 1 }, { b: [] }]
  expect(JSON.parse(toJson(loop))).toEqual({
    big: '1',
    list: [null, 2],
    self: '[circular]',
    twice: [{ a: 1 }, { b: [] }],
  })
})

test('nesting deeper than the stack', () => {
  let deep: unknown = 1n
  for (let i = 0; i < 200_000; i++) deep = i % 2 === 0 ? [deep] : { deep }
  expect(toJson(deep)).toMatch(/^\{"deep":\[.*"1".*\]\}$/)
})

test('values that JSON silently drops are written too', () => {
  const value = { map: new Map([['a', 1]]), set: new Set([2]), error: new Error('no'), re: /x/ }
  expect(JSON.parse(toJson(value))).toEqual({
    map: { a: 1 },
    set: [2],
    error: { name: 'Error', message: 'no' },
    re: '/x/',
  })
})

test('a value too long for any store is refused, and the process continues', () => {
  const endless: unknown[] = []
  endless[1e9] = new Map()
  expect(() => toJson(new Map([['a', endless]]))).toThrow(/characters long as JSON/)
  const long = 'x'.repeat(1_000_000)
  const many = new Map(Array.from({ length: 140 }, (_, i) => [`${i}`, long]))
  expect(() => toJson(many)).toThrow(/characters long as JSON/)
})
