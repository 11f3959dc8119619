import { describe, expect, test } from 'vitest'
import { parseQuestion } from './question.js'

test.each([
  'Which tests fail?',
  'Do the tests pass?',
  'do any of them time out',
  'Was there an attack?',
  'list all exports',
  'Under which conditions is it skipped?',
])('asks: %s', (goal) => {
  expect(parseQuestion({ goal, origin: 'explicit' }).isDirect).toBe(true)
})

// "Do" alone began a question, so that a request which names nothing of the text was taken for one about it.
test.each([
  'Do not trigger a `BytesWarning` under `python -bb`',
  'Do store the command timeout in the context',
  "I'll look at the parser next",
  'Fix the retry loop',
])('tells: %s', (goal) => {
  expect(parseQuestion({ goal, origin: 'explicit' }).isDirect).toBe(false)
})

test.each([
  ["I'll look at the parser next", true],
  ['Now the tests', true],
  ['The upload fails after a while, so the retry loop and its delays are what counts', true],
  ['retry delay of uploads', true],
  ['Where is the retry delay?', false],
])('implicit before a call: %s', (goal, isImplicit) => {
  expect(parseQuestion({ goal, origin: 'implicit' }).isImplicit).toBe(isImplicit)
  expect(parseQuestion({ goal, origin: 'explicit' }).isImplicit).toBe(false)
})

const asked = (goal: string) => parseQuestion({ goal, origin: 'explicit' })

describe('what a question names to the letter', () => {
  test('names, numbers, versions and quoted strings', () => {
    const question = asked(
      'What changed in 3.0.0 and v2.1 for retryDelay(), "rate limited", status 404 and left-pad?',
    )
    expect(question.literals).toEqual(['rate limited', '3.0.0', 'v2.1', 'retryDelay', '404'])
    expect(question.hyphenated).toEqual(['left-pad'])
  })

  test('is taken out, and the rest is a question of the same kind', () => {
    const rest = asked('How is retryDelay computed for uploads?').without(['retryDelay'])
    expect(rest.terms).toEqual(['comput', 'upload'])
    expect(rest.isDirect).toBe(true)
  })
})

test('its content words', () => {
  const question = asked('Which lines of the file show how retries are delayed?')
  expect(question.terms).toEqual(['line', 'file', 'show', 'retri', 'delai'])
  expect(question.specific).toEqual(['retri', 'delai'])
  expect(question.writtenAs('retri')).toBe('retries')
})

test.each([
  ['Which tests fail?', 'failures', true],
  ['How is it parsed?', 'failures', false],
  ['What is deprecated here?', 'warnings', true],
  ['Which request was the slowest?', 'most', true],
  ['What is most likely the cause?', 'most', false],
  ['Which one took at least a second?', 'least', false],
] as const)('%s asks about %s: %s', (goal, topic, expected) => {
  expect(asked(goal).asks(topic)).toBe(expected)
})

test.each([
  ['Give me an overview of this file', true],
  ['What does this module do?', true],
  ['Give me an overview of the retry logic', false],
])('is about the whole text: %s', (goal, expected) => {
  expect(asked(goal).isOverview).toBe(expected)
})

test.each([
  ['Which pods are not running?', 'run'],
  ['Which pods are running?', undefined],
])('the word that it denies: %s', (goal, expected) => {
  expect(asked(goal).negated).toBe(expected)
})
