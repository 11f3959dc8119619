import { describe, expect, test } from 'vitest'
import { readNumbered, showNumbered } from './numbered-lines.js'

const FILE =
  '10\tconst a = 1\n11\t\n12\t…\n13\t14\tb\n\n<system-reminder>\nkeep\n</system-reminder>'

test('a numbered file is parsed, with the client’s text after it', () => {
  expect(readNumbered(FILE)).toMatchObject({
    firstLine: 10,
    lines: ['const a = 1', '', '…', '14\tb'],
    after: ['', '<system-reminder>', 'keep', '</system-reminder>'],
  })
})

test('three lines of the client before it are its text', () => {
  expect(readNumbered('a\nb\nc\n1\td')).toMatchObject({ before: ['a', 'b', 'c'], lines: ['d'] })
})

test.each([
  ['no numbers', 'const a = 1'],
  ['numbers that do not follow', '1\ta\n3\tb'],
  ['a number after the end', '1\ta\nnote\n2\tb'],
  ['much before it', 'a\nb\nc\nd\n1\ta'],
])('what has %s is not taken for one', (_name, text) => {
  expect(readNumbered(text)).toBeUndefined()
})

describe('of such a file', () => {
  const file = readNumbered(FILE)
  if (!file) throw new Error('not read')

  test('some lines are shown, each with its own number, and gaps are marked', () => {
    expect(showNumbered(file, [1, 4], '[note]')).toBe(
      '10\tconst a = 1\n…\n13\t14\tb\n[note]\n\n<system-reminder>\nkeep\n</system-reminder>',
    )
  })

  test('cuts at both ends are marked too', () => {
    expect(showNumbered({ ...file, after: [] }, [2], '[note]')).toBe('…\n11\t\n…\n[note]')
  })
})
