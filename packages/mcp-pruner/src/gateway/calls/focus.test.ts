import { expect, test } from 'vitest'
import { focusable } from './focus.js'

test('of data without entries the text can be asked about', () => {
  const answer = { content: [{ type: 'text', text: '{"a":1}' }] }
  expect(focusable(answer, answer, true).text).toBe('{"a":1}')
})
