import { expect, test } from 'vitest'
import { readBack } from './read-back.js'

const TEXT = 'one\ntwo\nthree\nfour\n'
const JSON_TEXT = '{"a":{"list":[1.0,12345678901234567890]},"text":"x\\ny\\nz"}'
const source = {
  recall: async (id: string) => ({ text: TEXT, json: JSON_TEXT })[id],
  cuts: async () => new Map([[4, 2]]),
}
const read = async (id: string, request: Parameters<typeof readBack>[2]) =>
  (await readBack(id, source, request)).text
const lines = (start_line: number, end_line: number) => ({ start_line, end_line })

test('all of it, to the last byte', async () => {
  expect(await readBack('text', source, { isExact: true })).toEqual({
    text: TEXT,
    whole: TEXT,
    requested: [],
    ranges: [],
  })
})

test('lines by their numbers, none when none are wanted', async () => {
  expect(await read('text', { wanted: [lines(2, 3)] })).toBe('two\nthree')
  expect(await read('text', { wanted: [] })).toBe('')
  const { ranges, requested } = await readBack('text', source, { wanted: [lines(3, 99)] })
  expect(requested).toMatchObject([lines(3, 99)])
  expect(ranges).toMatchObject([{ start_line: 3 }])
  expect(ranges[0]?.end_line).toBeLessThan(6)
})

test('the run that was cut before a line', async () => {
  expect(await read('text', { wanted: [{ before: 4 }] })).toBe('two\nthree')
})

test('what a pointer names, with exact numbers', async () => {
  expect(await read('json', { pointer: '/a', isExact: true })).toBe(
    '{"list":[1.0,12345678901234567890]}',
  )
  expect(await read('json', { pointer: '/text', isExact: true })).toBe('x\ny\nz')
  expect(await read('json', { pointer: '/text', wanted: [lines(2, 2)] })).toBe('y')
})

test.each([
  ['unknown', {}, 'not_kept'],
  ['text', { pointer: '/a' }, 'not_json'],
  ['json', { pointer: '/a', wanted: [lines(1, 1)] }, 'not_json'],
  ['text', { wanted: [lines(9, 10)] }, 'invalid_range'],
  ['text', { wanted: [{ before: 3 }] }, 'invalid_range'],
])('%s with %j fails as %s', async (id, request, code) => {
  await expect(readBack(id, source, request)).rejects.toMatchObject({ code })
})

test('a range that begins after the end tells which it was', async () => {
  await expect(
    readBack('text', source, { wanted: [lines(1, 1), lines(9, 10)] }),
  ).rejects.toMatchObject({ data: { index: 1, max_line: 4, range: lines(9, 10) } })
})

test('a store that cannot be read is not an unknown id', async () => {
  const broken = { recall: () => Promise.reject(new Error('down')) }
  await expect(readBack('text', broken, {})).rejects.toMatchObject({
    code: 'recovery_unavailable',
  })
})
