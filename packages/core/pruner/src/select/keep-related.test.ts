import { expect, test } from 'vitest'
import { splitText } from '../text/lines.js'
import type { Structure } from '../text/structure.js'
import { keepRelated } from './keep-related.js'

const bodied = (lines: readonly string[], kept: readonly number[], room = 1000) => {
  const split = splitText(lines.join('\n'))
  const indents = Int32Array.from(lines, (line) => (line === '' ? -1 : line.search(/\S/)))
  const structure = { indents } as unknown as Structure
  const tokens = Float32Array.from(lines, () => 10)
  return keepRelated(Uint8Array.from(kept), { split, structure, tokens, room }).join('')
}

// A condition was shown, and what it leads to was not.
test('a condition brings its short body', () => {
  expect(bodied(['  if (a) {', '    b()', '  }'], [1, 0, 1])).toBe('111')
  expect(bodied(["  case '@':", '    x = 1', '    return', '  case 2:'], [1, 0, 0, 0])).toBe('1110')
  expect(bodied(['if a', '  b', 'end'], [1, 0, 0])).toBe('100')
  expect(bodied(['else:', '  b', 'c'], [1, 0, 0], 5)).toBe('100')
})
test('a long body stays cut', () => {
  const lines = ['if (a) {', '  b', '  c', '  d', '  e', '}']
  expect(bodied(lines, [1, 0, 0, 0, 0, 1])).toBe('100001')
})

// Shown was what is done, and not when.
test('a shown body brings its condition', () => {
  expect(bodied(['  if code == SEEN:', '    method = 1'], [0, 1])).toBe('11')
  expect(bodied(['  call(', '    method = 1'], [0, 1])).toBe('01')
})

test('the first line of a short literal brings its entries', () => {
  expect(bodied(['X: dict = {', '  1: a,', '  2: b,', '}'], [1, 0, 0, 0])).toBe('1110')
})

test('a constant brings the one line that defines it', () => {
  const lines = ['const MAX_LEN: usize = 9', '', 'f()', '  if n > MAX_LEN {', '    g()', '  }']
  expect(bodied(lines, [0, 0, 0, 1, 1, 1])).toBe('100111')
  expect(bodied(['MAX_LEN = 1', 'MAX_LEN = 2', 'f(MAX_LEN)'], [0, 0, 1])).toBe('001')
  expect(bodied(['#define MAX_LEN 4', 'f(MAX_LEN)'], [0, 1])).toBe('11')
})
