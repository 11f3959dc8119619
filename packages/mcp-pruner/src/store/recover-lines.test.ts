import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recoverLines } from './recover-lines.js'

const range = (start_line: number, end_line: number) => ({ start_line, end_line })
const textOf = (text: string, ranges: ReturnType<typeof range>[], numbers = false) => {
  const lines = recoverLines(text, ranges, { withNumbers: numbers })
  return 'text' in lines ? lines.text : lines.problem
}

describe('recoverLines', () => {
  test('returns the ranges in the requested order, each on a new line', () => {
    expect(textOf('a\nb\nc\nd\n', [range(2, 3), range(1, 1), range(1, 2)])).toBe('b\nc\na\na\nb')
  })

  test('numbers lines as they are numbered in the text', () => {
    expect(textOf('a\n\nc\n', [range(2, 3)], true)).toBe('2│ \n3│ c')
  })

  test('limits an end past the last line, and says so', () => {
    expect(recoverLines('a\nb', [range(2, 50)])).toEqual({
      text: 'b',
      ranges: [range(2, 2)],
    })
  })

  test('keeps carriage returns between lines', () => {
    expect(textOf('a\r\n\r\nb\r\n', [range(1, 2)])).toBe('a\r\n')
    expect(textOf('a\r\n\r\nb\r\n', [range(1, 3)])).toBe('a\r\n\r\nb\r\n')
  })

  test('keeps carriage returns between ranges', () => {
    expect(textOf('a\r\nb\r\nc\r\n', [range(3, 3), range(1, 1)])).toBe('c\r\na')
    expect(textOf('a\r\nb\r\nc', [range(1, 1), range(3, 3)], true)).toBe('1│ a\r\n3│ c')
  })

  test('begins a range on a new line after a last line that has no ending', () => {
    expect(textOf('a\r\nb', [range(2, 2), range(1, 1)])).toBe('b\na')
  })

  test('no ranges means everything, to the last byte', () => {
    expect(recoverLines('a\nb\n', [])).toEqual({ text: 'a\nb\n', ranges: [range(1, 2)] })
    expect(recoverLines('a\nb', [])).toEqual({ text: 'a\nb', ranges: [range(1, 2)] })
  })

  test('columns of one line', () => {
    const columns = { ...range(2, 2), start_column: 3, end_column: 5 }
    expect(recoverLines('a\nabcdefg\n', [columns])).toMatchObject({ text: 'cde' })
    const first = { ...range(2, 2), start_column: 1, end_column: 1 }
    expect(recoverLines('a\nabcdefg\n', [first])).toMatchObject({ text: 'a' })
    const last = { ...range(2, 2), start_column: 7, end_column: 7 }
    expect(recoverLines('a\nabcdefg\n', [last])).toMatchObject({ text: 'g' })
    const none = { ...range(2, 2), start_column: 0, end_column: 2 }
    expect(recoverLines('a\nabcdefg\n', [none])).toMatchObject({
      problem: 'columns 0-2: line 2 has 7',
    })
    const beyond = { ...range(1, 1), start_column: 3, end_column: 5 }
    expect(recoverLines('a\nabcdefg\n', [beyond])).toMatchObject({
      problem: 'columns 3-5: line 1 has 1',
    })
  })

  test('an empty text has an empty first line', () => {
    expect(textOf('', [range(1, 9)], true)).toBe('')
  })

  test.each([
    [[range(1, 1), range(3, 3)], { index: 1, maxLine: 2 }],
    [[range(0, 1)], { index: 0, maxLine: 2 }],
    [[range(2, 1)], { index: 0, maxLine: 2 }],
  ])('a range that names no lines is named: %j', (ranges, at) => {
    expect(recoverLines('a\nb\n', ranges)).toMatchObject(at)
  })

  test('ranges that overlap into more than the bound are refused', () => {
    const text = `${'x'.repeat(1_000_000)}\n`
    const ranges = Array.from({ length: 40 }, () => range(1, 1))
    expect(textOf(text, ranges)).toBe('the ranges contain more than 33554432 characters')
  })

  test('the size is reported before anything is built, and may be refused', () => {
    const told: number[] = []
    const refuse = (chars: number) => {
      told.push(chars)
      throw new Error('no room')
    }
    expect(() =>
      recoverLines('a\nbc\nd\n', [range(2, 3), range(2, 2)], { reserve: refuse }),
    ).toThrow('no room')
    expect(told).toEqual([8])
  })

  test('agrees with splitting the text, whatever it contains', () => {
    const anyText = fc.array(fc.constantFrom('a', '\n', '\r', '│', 'é'), { maxLength: 40 })
    fc.assert(
      fc.property(anyText, fc.nat(10), fc.nat(10), (characters, before, more) => {
        const text = characters.join('')
        const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
        fc.pre(before < lines.length)
        const slice = lines.slice(before, before + 1 + more).join('')
        // The text's own last ending is a part of it.
        const isToTheEnd = before + 1 + more >= lines.length
        const expected = isToTheEnd ? slice : slice.replace(/\r?\n$/, '')
        expect(textOf(text, [range(before + 1, before + 1 + more)])).toBe(expected)
      }),
    )
  })
})

test('what is reserved counts the numbers before lines too, and all ranges', () => {
  const reserved: number[] = []
  const reserve = (chars: number) => void reserved.push(chars)
  recoverLines('aa\nbb\ncc\n', [range(1, 2), range(3, 3)], { withNumbers: true, reserve })
  recoverLines('aa\nbb\ncc\n', [range(1, 2), range(3, 3)], { reserve })
  expect(reserved).toEqual([39, 9])
})
