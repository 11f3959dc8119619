// Verbs and phrases that look like the name of a kind of thing.
import { expect, test } from 'vitest'
import { kindsIn } from './asked-kinds.js'

test.each([
  ['show where request gets called', []],
  ['who sets the limit', []],
  ['Which error messages might a user see?', ['raise']],
  ['show all raise/throw statements', ['raise']],
])('%s', (text, kinds) => {
  expect([...new Set(kindsIn(text))]).toEqual(kinds)
})
