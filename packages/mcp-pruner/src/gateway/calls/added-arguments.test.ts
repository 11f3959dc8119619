// What a model may write for the arguments that every wrapped tool takes.
import { expect, test } from 'vitest'
import { readAddedArguments } from './added-arguments.js'

const read = (given: Readonly<Record<string, unknown>>) => readAddedArguments((name) => given[name])

test.each([
  [{}, { question: undefined }],
  [{ context_focus_question: null, fields: null, max_tokens: null }, { question: undefined }],
  [{ context_focus_question: '  ', fields: [], max_tokens: '' }, { question: undefined }],
  [{ context_focus_question: ' why? ' }, { question: 'why?' }],
  [{ fields: ['id', ' name ', ''] }, { question: undefined, fields: ['id', 'name'] }],
  [{ fields: 'id, name' }, { question: undefined, fields: ['id', 'name'] }],
  [{ max_tokens: 1 }, { question: undefined, maxTokens: 1 }],
  [{ max_tokens: '200' }, { question: undefined, maxTokens: 200 }],
  [{ max_tokens: 2.9 }, { question: undefined, maxTokens: 2 }],
])('%j is read', (given, added) => {
  expect(read(given)).toEqual(added)
})

test.each([
  [{ context_focus_question: 5 }, 'context_focus_question must be a string'],
  [{ fields: [5] }, 'fields must be a list of names or JSON pointers'],
  [{ fields: {} }, 'fields must be a list of names or JSON pointers'],
  [{ max_tokens: 0 }, 'max_tokens must be a whole number, 1 or greater'],
  [{ max_tokens: 'many' }, 'max_tokens must be a whole number, 1 or greater'],
  [
    { context_focus_question: 5, max_tokens: -1 },
    'context_focus_question must be a string; max_tokens must be a whole number, 1 or greater',
  ],
])('%j is refused with the reason', (given, wrong) => {
  expect(read(given).wrong).toBe(wrong)
})
