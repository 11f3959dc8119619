import { expect, test } from 'vitest'
import { Deadline } from '../deadline.js'
import { splitText } from '../text/lines.js'
import { indexWords } from '../text/words.js'
import { withJoinedWords } from './joined-words.js'
import { parseQuestion } from './question.js'

const joined = (goal: string, text: string, origin: 'explicit' | 'implicit' = 'explicit') =>
  withJoinedWords(
    parseQuestion({ goal, origin }),
    indexWords(splitText(text), new Deadline(undefined, undefined)),
  ).text

// Lines about `timeout` were cut, as "out" is in every text and "times" is in none.
test('a verb and its particle are looked for as the one word that the text has', () => {
  expect(joined('What if the command times out?', 'const timeout = 5')).toBe(
    'What if the command timeout?',
  )
  expect(joined('When is it rolled back?', 'function rollback() {}')).toBe('When is it rollback?')
  expect(joined('Who logs in?', 'login(user)')).toBe('Who logs in login?')
})

test('a text without that word, and what nobody asked, stay as they are', () => {
  expect(joined('What if it times out?', 'const limit = 5')).toBe('What if it times out?')
  expect(joined('Let me see how it times out', 'timeout', 'implicit')).toBe(
    'Let me see how it times out',
  )
})
