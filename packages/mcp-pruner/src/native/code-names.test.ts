import { expect, test } from 'vitest'
import { codeNames, linesOfNames } from './code-names.js'

test.each([
  ['Let me look at how reorderQuantity rounds.', ['reorderQuantity']],
  ['What does `max_retries` do, and retry()?', ['max_retries', 'retry']],
  ['See `client.fetchAll(page)` in src/client.ts', ['fetchAll']],
  ['Now the StoreError class and store_errors', ['StoreError', 'store_errors']],
  ['Let me read the file to understand it.', []],
  ['I will look at the `id`.', []],
])('%s', (message, names) => {
  expect(codeNames(message, 'src/other.ts')).toEqual(names)
})

test('the name of the file itself leads nowhere', () => {
  expect(codeNames('Read useSharedNavigation first', 'hooks/useSharedNavigation.ts')).toEqual([])
})

test('a name on many lines is no place', () => {
  const text = 'fetchAll\nother\nretry\nretry\nretry\nretry\nx fetchAll()'
  expect(linesOfNames(text, ['fetchAll', 'retry', 'missing'])).toEqual([1, 7])
})
