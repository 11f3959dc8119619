import { expect, test } from 'vitest'
import { parseMatches, renderMatches } from './matches.js'

const raw = [
  { path: 'a.ts', line: 3, column: 5, text: 'const a = 1' },
  { path: 'co:lon:7:x.ts', line: 12, column: null, text: 'b: 2: c' },
  { path: 'new\nline.ts', line: 1, column: 1, text: 'end\r' },
]

test('unchanged lines are the same matches', () => {
  expect(parseMatches(renderMatches(raw), raw)).toEqual(raw)
})

test('CRLF, a byte order mark, blank lines and marks of omission are not matches', () => {
  const sent =
    '\uFEFFa.ts:3:5:const a = 1\r\n(filtered 2 lines)\r\n\r\nco:lon:7:x.ts:12:b: 2: c\r\n'
  expect(parseMatches(sent, raw)).toEqual([raw[0], raw[1]])
})

test('a shortened line keeps its place', () => {
  expect(parseMatches('co:lon:7:x.ts:12:b', raw)).toEqual([
    { path: 'co:lon:7:x.ts', line: 12, column: null, text: 'b' },
  ])
})

test.each([
  'a.ts:0:5:const a = 1',
  'a.ts:0:text with :5:x',
  'a.ts:1e3:text:7:x',
  'a.ts:-1:text',
  'a.ts:03:text',
  'a.ts:const a = 1',
  ':3:text',
  'nothing at all',
  'a.ts',
])('%j is not a match', (line) => {
  expect(parseMatches(line, raw)).toBeUndefined()
})
