import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesIn } from './line-ranges.js'

const range = (start_line: number, end_line: number) => ({ start_line, end_line })

describe('linesIn', () => {
  test('gives the ranges in the order asked for, without the last newline of each', () => {
    const ranges = [range(3, 4), range(1, 1)]
    expect(linesIn('a\nb\nc\nd\n', ranges, false)).toEqual({ ok: true, text: 'c\nd\na' })
  })

  test('numbers lines as they are numbered in the text', () => {
    expect(linesIn('a\nb\nc', [range(2, 3)], true)).toEqual({ ok: true, text: '2│ b\n3│ c' })
  })

  test('stops at the last line when the end is past it', () => {
    expect(linesIn('a\nb\n', [range(2, 50)], false)).toEqual({ ok: true, text: 'b' })
  })

  test('says where the text ends when a range begins after it', () => {
    const outcome = linesIn('a\nb\n', [range(1, 1), range(3, 3)], false)
    expect(outcome).toEqual({ ok: false, reason: 'past_the_end', index: 1, maxLine: 2 })
  })

  test('keeps carriage returns between lines, and blank lines', () => {
    expect(linesIn('a\r\n\r\nb\r\n', [range(1, 3)], false)).toEqual({
      ok: true,
      text: 'a\r\n\r\nb',
    })
  })

  test('an empty text has an empty first line to give', () => {
    expect(linesIn('', [range(1, 9)], true)).toEqual({ ok: true, text: '' })
  })

  test('ranges that overlap into more than the bound are refused', () => {
    const text = `${'x'.repeat(1_000_000)}\n`
    const ranges = Array.from({ length: 40 }, () => range(1, 1))
    expect(linesIn(text, ranges, false)).toEqual({
      ok: false,
      reason: 'too_much',
      maxChars: 33_554_432,
    })
  })

  test('agrees with splitting the text, whatever it holds', () => {
    const anyText = fc.array(fc.constantFrom('a', '\n', '\r', '│', 'é'), { maxLength: 40 })
    fc.assert(
      fc.property(anyText, fc.nat(10), fc.nat(10), (characters, start, length) => {
        const whole = characters.join('')
        const lines = whole.replace(/\n$/, '').split('\n')
        fc.pre(whole !== '' && start < lines.length)
        const outcome = linesIn(whole, [range(start + 1, start + 1 + length)], false)
        const expected = lines.slice(start, start + 1 + length).join('\n')
        // The last line's own ending is not part of it, and `\r\n` is an ending.
        const atEnd = start + 1 + length < lines.length || whole.endsWith('\n')
        const text = atEnd ? expected.replace(/\r$/, '') : expected
        expect(outcome).toEqual({ ok: true, text })
      }),
    )
  })
})
