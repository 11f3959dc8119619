import { expect, test } from 'vitest'
import { plainOutput } from './numbered-output.js'

test("the client's numbers and its reminder are not part of the file", () => {
  const output =
    '    41→one\n    42→\n    43→  three\n\n<system-reminder>\nBe careful.\n</system-reminder>\n'
  expect(plainOutput(output)).toEqual({ text: 'one\n\n  three', firstLine: 41, isNumbered: true })
  expect(plainOutput('1\tone\n2\ttwo\n')).toEqual({
    text: 'one\ntwo',
    firstLine: 1,
    isNumbered: true,
  })
})

test('numbers that do not follow one another are content', () => {
  for (const output of ['1→one\n3→three', '12\tapples\n13 pears', 'plain\ntext', '']) {
    expect(plainOutput(output)).toEqual({ text: output, firstLine: 1, isNumbered: false })
  }
})
