import { parseExactJson } from '@jeeves/mcp-runtime'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseData } from './parsed-data.js'
import { Shrinkable } from './shrinkable.js'

const long = 'word '.repeat(500)
/** Strings are not looked into. */
const BY_ITEM = false
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

test('one line per item, with its whole content', () => {
  const { lines } = new Shrinkable({ total: 2, rows: [{ id: 1, tags: ['a', 'b'] }, { id: 2 }] })
    .choices
  expect(lines).toEqual(['{"id":1,"tags":["a","b"]}', '{"id":2}'])
})

test('a large item is chosen from itself, with the path of its list', () => {
  const items = times(3, (i) => ({ line: i, text: long }))
  const choosable = new Shrinkable(
    { files: [{ path: 'a' }, { path: 'b', matches: items }] },
    BY_ITEM,
  )
  expect(choosable.choices.lines.slice(0, 2)).toEqual(['{"path":"a"}', '{"path":"b"}'])
  expect(choosable.shrink({ chosen: new Set([4]) })).toEqual({
    bytes: 38,
    value: { files: [{ path: 'b', matches: [items[2]] }] },
    cuts: [
      { path: ['files'], source: ['files'], shown: 1, total: 2, unit: 'items' },
      {
        path: ['files', '0', 'matches'],
        source: ['files', '1', 'matches'],
        shown: 1,
        total: 3,
        unit: 'items',
      },
    ],
  })
})

test('records under names are chosen from as a list of them is', () => {
  const byId = Object.fromEntries(times(9, (i) => [`k${i}`, { id: i }]))
  const choosable = new Shrinkable({ byId })
  expect(choosable.choices.lines[4]).toBe('"k4":{"id":4}')
  expect(choosable.shrink({ chosen: new Set([4]) })).toEqual({
    bytes: 18,
    value: { byId: { k4: { id: 4 } } },
    cuts: [{ path: ['byId'], source: ['byId'], shown: 1, total: 9, unit: 'members' }],
  })
})

test('the members of one record are not', () => {
  const record = Object.fromEntries(times(9, (i) => [`field${i}`, `value ${i}`]))
  expect(new Shrinkable(record).choices.lines).toEqual([])
  const parts = Object.fromEntries(times(9, (i) => [`part${i}`, { [`own${i}`]: i }]))
  expect(new Shrinkable(parts).choices.lines).toEqual([])
})

test('nothing is shown empty: the first represents those of which none was chosen', () => {
  const { value } = new Shrinkable({ a: [1, 2, 3], b: ['x', 'y'] }).shrink({ chosen: new Set([4]) })
  expect(value).toEqual({ a: [1], b: ['y'] })
})

test('a short list beside a long one is left whole', () => {
  const value = { tags: ['a', 'b'], rows: times(40, (i) => ({ id: i, text: long })) }
  expect(new Shrinkable(value, BY_ITEM).shrink({ chosen: new Set([7]) })).toMatchObject({
    value: { tags: ['a', 'b'], rows: [{ id: 7 }] },
  })
})

test('a member called __proto__ is one', () => {
  const value = JSON.parse('{"__proto__":{"rows":[1,2]}}') as object
  expect(JSON.stringify(new Shrinkable(value).shrink({ chosen: new Set([1]) }).value)).toBe(
    '{"__proto__":{"rows":[2]}}',
  )
})

describe('the lines are the same whether the value is printed or its own text is used', () => {
  /** Values of `parseExactJson` have no text. */
  const linesOfBoth = (text: string) => [
    new Shrinkable(parseData(text)?.value).choices.lines,
    new Shrinkable(parseExactJson(text)).choices.lines,
  ]

  test('of any value, compact or not', () => {
    const values = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
    fc.assert(
      fc.property(values, fc.constantFrom(0, 2), (value, space) => {
        const [own, printed] = linesOfBoth(JSON.stringify(value, null, space))
        expect(own).toEqual(printed)
      }),
    )
  })

  test.each([
    '{"b":[1,2],"1":[3,4]}',
    '{"a":[1,2],"a":[3,4]}',
    '{"a" :[1,2]}',
    '{"a":["x","y"],"\\u0062":["z","w"]}',
    '[["a,b]","c\\\\"],["],{\\"d\\":["]]',
    '[1.50,1e400,-0]',
    '[{"a":"\\u00e9"},{"a":"b"}]',
    '[{"a":"https:\\/\\/x"},{"a":"b"}]',
    '[[],{},[{}],""]',
  ])('%s', (text) => {
    const [own, printed] = linesOfBoth(text)
    expect(own).toEqual(printed)
  })
})
