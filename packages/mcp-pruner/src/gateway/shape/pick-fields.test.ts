import { expect, test } from 'vitest'
import { pickFields } from './pick-fields.js'

const rows = {
  total: 3,
  rows: [
    { id: 1, name: 'a', owner: { name: 'x', mail: 'm' } },
    { id: 2, name: 'b' },
    { id: 3, note: 'n' },
  ],
}

test('a name is picked wherever it stands, and items without it are left out and counted', () => {
  expect(pickFields(rows, ['name'])).toEqual({
    value: { rows: [{ name: 'a', owner: { name: 'x' } }, { name: 'b' }] },
    missing: [],
    left: 1,
  })
})

test('with their places kept, items without the field stay without members', () => {
  expect(pickFields(rows, ['note'], true)).toEqual({
    value: { rows: [{}, {}, { note: 'n' }] },
    missing: [],
    left: 0,
  })
})

test.each([
  ['/rows/owner/name', { rows: [{ owner: { name: 'x' } }] }, 2],
  ['/rows/0/owner', { rows: [{ owner: { name: 'x', mail: 'm' } }] }, 2],
  ['/rows/1/name', { rows: [{ name: 'b' }] }, 2],
  ['/rows/*/id', { rows: [{ id: 1 }, { id: 2 }, { id: 3 }] }, 0],
  ['/*/name', { rows: [{ name: 'a' }, { name: 'b' }] }, 1],
  ['/total', { total: 3 }, 0],
])('the pointer %s', (pointer, value, left) => {
  expect(pickFields(rows, [pointer])).toEqual({ value, missing: [], left })
})

test('fields that are nowhere are named; if none is there, nothing is picked', () => {
  expect(pickFields(rows, ['total', 'price', '/rows/price'])).toMatchObject({
    value: { total: 3 },
    missing: ['price', '/rows/price'],
  })
  expect(pickFields(rows, ['price'])).toBeUndefined()
  expect(pickFields([1, 2], ['price'])).toBeUndefined()
})

test('a pointer that ends inside a value picks nothing of it', () => {
  expect(pickFields(rows, ['/total/deeper', 'total'])).toEqual({
    value: { total: 3 },
    missing: ['/total/deeper'],
    left: 0,
  })
})
