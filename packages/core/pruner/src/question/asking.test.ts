// Questions, and statements.
import { expect, test } from 'vitest'
import { askedQuestion } from './asked-question.js'
import { isAsking } from './asking.js'

test.each([
  'What changed?',
  'Provide the names of all changed files.',
  'hey, which methods exist on Pump?',
  "I'd like to see the exported API",
  'could you please list the columns',
  'Return the exceptions',
  'columns',
  'Pump methods',
  'I need the release notes of 2.1, please.',
  'Retrieve PUMP_LIMIT',
  'Pump: list its methods',
  'PUMP_LIMIT: value',
])('asks: %s', (sentence) => {
  expect(isAsking(sentence)).toBe(true)
})

test.each([
  "echo doesn't fail with no streams",
  'the parser should skip blanks',
  'fix: list all files again',
  'Add a method to Pump',
  'pump: list files before the walk begins and not after',
  'net/http: document the default timeout',
  'Better error messages from the parser',
  'Tests whether two pumps are equal.',
  'Return the longest prefix of text that has at most so many visible characters.',
  'If the pump is defined, call it with the options object.',
])('tells: %s', (sentence) => {
  expect(isAsking(sentence)).toBe(false)
})

test.each([
  ['Give me every public function, class and type', ['callable', 'export', 'type']],
  ['the method names of Pump', ['callable']],
  ["What are Error's methods?", ['callable']],
  ['tell me every place an error is created', ['raise']],
  ['what can other modules use from here', ['export']],
  ['Output each env var that is accessed', ['environment']],
  ['when does this code throw an exception?', ['raise']],
  ['What problems does this code report?', ['raise']],
  ['I want to know what I can import', ['export']],
  ['When does the pump throw?', []],
])('asks for kinds: %s', (sentence, kinds) => {
  expect([...askedQuestion(sentence).kinds].sort()).toEqual(kinds)
})
