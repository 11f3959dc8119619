import { expect, test } from 'vitest'
import { Kind } from '../text/line-kinds.js'
import { splitText } from '../text/lines.js'
import type { Structure } from '../text/structure.js'
import { keepRelated } from './keep-related.js'

const bodied = (
  lines: readonly string[],
  kept: readonly number[],
  room = 1000,
  questionStems: readonly string[] = [],
  isWhy = true,
) => {
  const split = splitText(lines.join('\n'))
  const indents = Int32Array.from(lines, (line) => (line === '' ? -1 : line.search(/\S/)))
  const kinds = Uint8Array.from(lines, (line) => (line.startsWith('fn ') ? Kind.Callable : 0))
  const blockEnds = Int32Array.from(lines, (_, i) => (kinds[i] === 0 ? i : lines.indexOf('}', i)))
  const structure = { indents, kinds, blockEnds } as unknown as Structure
  const tokens = Float32Array.from(lines, () => 10)
  return keepRelated(Uint8Array.from(kept), {
    split,
    structure,
    tokens,
    questionStems,
    isShortQuestion: true,
    isWhy,
    isForAmount: false,
    room,
  }).join('')
}

// A condition was shown, and what it leads to was not.
test('a condition brings its short body', () => {
  expect(bodied(['  if (a) {', '    b()', '  }'], [1, 0, 1])).toBe('111')
  expect(bodied(["  case '@':", '    x = 1', '    return', '  case 2:'], [1, 0, 0, 0])).toBe('1110')
  expect(bodied(['if a', '  b', 'end'], [1, 0, 0])).toBe('110')
  expect(bodied(['  if (a)', '  {', '    b()', '  }'], [1, 0, 0, 0])).toBe('1110')
  expect(bodied(['  if (a)', '  {', '    b()', '  }'], [1, 1, 0, 0])).toBe('1110')
  expect(bodied(['else:', '  b', 'c'], [1, 0, 0], 5)).toBe('100')
})
test('a long body stays cut', () => {
  const lines = ['if (a) {', '  b', '  c', '  d', '  e', '}']
  expect(bodied(lines, [1, 0, 0, 0, 0, 1], 1000, [], false)).toBe('100001')
  const longer = ['if (a) {', ...Array.from({ length: 8 }, () => '  b'), '}']
  expect(bodied(longer, [1, 0, 0, 0, 0, 0, 0, 0, 0, 1])).toBe('1000000001')
})

// Asked what happens, the answer was a condition.
test('a body of some lines is shown if the question is about what happens', () => {
  const lines = ['IF (a) THEN', '  b', '  c', '  d', '  e', 'END IF']
  expect(bodied(lines, [1, 0, 0, 0, 0, 1])).toBe('111111')
})

// Shown was what is done, and not when.
test('a shown body brings its condition', () => {
  expect(bodied(['  if code == SEEN:', '    method = 1'], [0, 1])).toBe('11')
  expect(bodied(['  call {', '    method = 1'], [0, 1])).toBe('01')
  expect(bodied(['  if (a) {', '    // Why.', '    b()', '    c()'], [0, 0, 0, 1])).toBe('1111')
  expect(bodied(['  if (a) {', '    // Why', '    // not.', '    b()'], [0, 0, 1, 1])).toBe('1111')
})

// `Kind.AlreadyInPool` was shown, and neither that it is returned nor when.
test('an argument brings the beginning of its statement and the condition', () => {
  const lines = ['  if (a) {', '    return fail(', '      Kind.Used,', '    )']
  expect(bodied(lines, [0, 0, 1, 1])).toBe('1111')
  expect(bodied(lines.slice(1), [0, 1, 1])).toBe('111')
})

// What was shown of a function looked like all of it.
test('a function of which little is hidden is shown whole', () => {
  const lines = ['fn a() {', '  b', '  c', '  d', '  e', '  f', '}']
  expect(bodied(lines, [1, 1, 0, 0, 1, 1, 1])).toBe('1111111')
  expect(bodied(lines, [1, 1, 0, 0, 0, 1, 1])).toBe('1100011')
})

test('a statement is shown to its end', () => {
  const lines = ["  fail('too many',", '    code, request)', '  next()']
  expect(bodied(lines, [1, 0, 0])).toBe('110')
})

// A constant was shown as `limit > 0 ? limit : nil`, and not what the limit is.
test('a line brings the assignment above of what it uses', () => {
  expect(bodied(['limit = env("LIMIT", 9)', 'MOST = limit > 0 ? limit : nil'], [0, 1])).toBe('11')
  expect(bodied(['limit = env("LIMIT", 9)', 'MOST = limits()'], [0, 1])).toBe('01')
})

test('a line of a comment brings those above it', () => {
  expect(bodied(['a()', '# This rule forwards', '# a target.', 'b'], [0, 0, 1, 0])).toBe('0110')
})

test('the first line of a short literal brings its entries', () => {
  expect(bodied(['X: dict = {', '  1: a,', '  2: b,', '}'], [1, 0, 0, 0])).toBe('1110')
})
test('a later entry of a short literal brings the first ones', () => {
  expect(bodied(['const x = [', '  1,', '  2,', '  3', ']'], [0, 0, 0, 1, 1])).toBe('11111')
})

// `shouldRetry(error)` was shown, and not which errors those are.
test('a call of a small helper that the question is about brings the helper', () => {
  const lines = ['if a == nil {', '  a.Retry = func(e) {', '    f(e)', '  }', '}', '', 'a.Retry(x)']
  expect(bodied(lines, [0, 0, 0, 0, 0, 0, 1], 1000, ['retri'])).toBe('1110001')
  expect(bodied(lines, [0, 0, 0, 0, 0, 0, 1], 1000, ['other'])).toBe('0000001')
  const long = ['def retry(x)', ...Array.from({ length: 12 }, () => '  f(x)'), 'end', 'retry(1)']
  const kept = long.map((_, i) => (i === 14 ? 1 : 0))
  expect(bodied(long, kept, 1000, ['retri'])).toBe('000000000000001')
})

test('of many constants those that the question is about bring their definitions', () => {
  const lines = [
    'MAX_A = 1',
    'MAX_B = 2',
    'MAX_C = 3',
    'MAX_LEN = 4',
    'f(MAX_A, MAX_B, MAX_C, MAX_LEN)',
  ]
  expect(bodied(lines, [0, 0, 0, 0, 1], 1000, ['len'])).toBe('00011')
})

test('a constant brings the one line that defines it', () => {
  const lines = ['const MAX_LEN: usize = 9', '', 'f()', '  if n > MAX_LEN {', '    g()', '  }']
  expect(bodied(lines, [0, 0, 0, 1, 1, 1])).toBe('100111')
  expect(bodied(['MAX_LEN = 1', 'MAX_LEN = 2', '', 'f(MAX_LEN)'], [0, 0, 0, 1])).toBe('0001')
  expect(bodied(['#define MAX_LEN 4', 'f(MAX_LEN)'], [0, 1])).toBe('11')
})

// `can_open?` is called without brackets.
test('a Ruby predicate brings its definition', () => {
  const lines = ['go if can_open?', 'x', 'def can_open?', '  a < b', 'end', 'y']
  expect(bodied(lines, [1, 0, 0, 0, 0, 0], 1000, ['open'])).toBe('101100')
})
