import { expect, test } from 'vitest'
import { Answer } from '../../../rpc/message.js'
import { forReader, visibleContents, visibleMessages, visibleReport } from './visible-messages.js'

const ESC = '\u001b[2J'
const SEEN = '\\x1b[2J'

test("a prompt's texts are shown, one or several, and other blocks stay", () => {
  const image = { type: 'image', data: 'AA', mimeType: 'image/png' }
  expect(
    visibleMessages({
      description: ESC,
      messages: [
        { role: 'user', content: { type: 'text', text: ESC } },
        { role: 'user', content: [image, { type: 'text', text: `a${ESC}` }] },
        'odd',
      ],
    }),
  ).toEqual({
    description: SEEN,
    messages: [
      { role: 'user', content: { type: 'text', text: SEEN } },
      { role: 'user', content: [image, { type: 'text', text: `a${SEEN}` }] },
      'odd',
    ],
  })
  const plain = { messages: [{ role: 'user', content: [{ type: 'text', text: 'plain' }] }] }
  expect(visibleMessages(plain)).toBe(plain)
})

test('contents of a resource', () => {
  expect(visibleContents({ contents: [{ uri: 'a:b', text: ESC }, { blob: 'AA' }] })).toEqual({
    contents: [{ uri: 'a:b', text: SEEN }, { blob: 'AA' }],
  })
  const plain = { contents: [{ text: 'plain' }] }
  expect(visibleContents(plain)).toBe(plain)
})

test('progress has a message, a log entry any value', () => {
  expect(visibleReport('notifications/progress', { progress: 1, message: ESC })).toEqual({
    progress: 1,
    message: SEEN,
  })
  expect(
    visibleReport('notifications/message', { level: 'info', logger: ESC, data: { deep: [ESC] } }),
  ).toEqual({ level: 'info', logger: SEEN, data: { deep: [SEEN] } })
  expect(visibleReport('notifications/message', { level: 'info' })).toEqual({ level: 'info' })
  expect(visibleReport('notifications/progress', undefined)).toBeUndefined()
})

test('a program gets every byte, an agent what can be shown', () => {
  const answer = new Answer({ contents: [{ text: ESC }] })
  expect(forReader(answer, 'a program', visibleContents)).toBe(answer)
  expect(forReader(answer, 'claude-code', visibleContents)).toEqual({ contents: [{ text: SEEN }] })
  const plain = new Answer({ contents: [] })
  expect(forReader(plain, 'claude-code', visibleContents)).toBe(plain)
})
