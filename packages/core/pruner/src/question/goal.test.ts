import { expect, test } from 'vitest'
import { isDirectQuestion, isSaidInPassing } from './goal.js'

test.each([
  'Which tests fail?',
  'Do the tests pass?',
  'do any of them time out',
  'Was there an attack?',
  'list all exports',
])('asks: %s', (goal) => {
  expect(isDirectQuestion(goal)).toBe(true)
})

// "Do" alone began a question, so that a request which names nothing of the text was taken for one about it.
test.each([
  'Do not trigger a `BytesWarning` under `python -bb`',
  'Do store the command timeout in the context',
  "I'll look at the parser next",
  'Fix the retry loop',
])('tells: %s', (goal) => {
  expect(isDirectQuestion(goal)).toBe(false)
})

test.each([
  ["I'll look at the parser next", true],
  ['Now the tests', true],
  ['The upload fails after a while, so the retry loop and its delays are what counts', true],
  ['retry delay of uploads', true],
  ['Where is the retry delay?', false],
])('said before a call: %s', (goal, isInPassing) => {
  expect(isSaidInPassing({ goal, origin: 'implicit' })).toBe(isInPassing)
  expect(isSaidInPassing({ goal, origin: 'explicit' })).toBe(false)
})
