import { describe, expect, test } from 'vitest'
import { cutsBetween, resolveWanted } from './kept-cuts.js'
import { readLineRequests } from './line-requests.js'

describe('what a reader may write to have lines back', () => {
  test.each([
    [undefined, []],
    [[], []],
    ['120-154', [{ start_line: 120, end_line: 154 }]],
    [['120-154'], [{ start_line: 120, end_line: 154 }]],
    [
      ['3–5', 'lines 7-9'],
      [
        { start_line: 3, end_line: 5 },
        { start_line: 7, end_line: 9 },
      ],
    ],
    ['120-154, 119', [{ start_line: 120, end_line: 154 }, { before: 119 }]],
    [['119'], [{ before: 119 }]],
    [['…119:'], [{ before: 119 }]],
    [['…##119:'], [{ before: 119 }]],
    [119, [{ before: 119 }]],
    [
      ['…end', 'end'],
      [{ before: 'end' }, { before: 'end' }],
    ],
    [['9:1201-2400'], [{ start_line: 9, end_line: 9, start_column: 1201, end_column: 2400 }]],
    [[{ start_line: 1, end_line: 2 }], [{ start_line: 1, end_line: 2 }]],
  ])('%j', (given, wanted) => {
    expect(readLineRequests(given)).toEqual({ ok: true, wanted })
  })

  test.each([
    ['soon'],
    [['12-']],
    [[{ start_line: 'a', end_line: 2 }]],
    [[{ start_line: 1, end_line: 'b' }]],
    [[{ start_line: 1, end_line: 1, start_column: 2 }]],
    [[null]],
    [1.5],
  ])('%j is refused with a hint', (given) => {
    expect(readLineRequests(given)).toEqual({
      ok: false,
      problem: expect.stringMatching(/is not a range: write "120-154" for lines/),
    })
  })
})

describe('a mark’s number', () => {
  // Lines 1, 2, 5 and 6 of eight are kept, and the text begins at line 101.
  const cuts = cutsBetween([1, 2, 5, 6], 8, 101)
  const text = 'a line\n'.repeat(108)

  test('is the run cut just before it', () => {
    expect(resolveWanted([{ before: 105 }, { before: 'end' }], cuts, text)).toEqual({
      ranges: [
        { start_line: 103, end_line: 104 },
        { start_line: 107, end_line: 108 },
      ],
    })
  })

  test('is reported as unknown if the text has outlived the note of its cuts', () => {
    expect(resolveWanted([{ before: 106 }], new Map(), text)).toEqual({
      problem:
        'the start of the cut before line 106 is no longer known: ask for lines, such as "86-106"',
    })
  })

  test('without a cut before it is reported', () => {
    expect(resolveWanted([{ before: 106 }], cuts, text)).toEqual({
      problem: 'nothing was cut just before line 106: ask for lines, such as "86-106"',
    })
  })

  test('past the end is reported with the number of lines', () => {
    expect(resolveWanted([{ before: 400 }], cuts, text)).toEqual({
      problem: 'line 400: the text has 108 lines',
    })
  })
})
