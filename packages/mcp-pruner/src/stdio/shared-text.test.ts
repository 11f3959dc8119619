import { expect, test } from 'vitest'
import { printMessage } from './shared-text.js'

const message = (text: string, structuredContent?: object, content?: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  result: {
    content: content ?? [{ type: 'text', text }],
    ...(structuredContent && { structuredContent }),
  },
})
const joined = (pieces: readonly (string | Buffer)[]) => pieces.map(String).join('')
const long = `"é\n${'x'.repeat(65_534)}`

test('a long text that is data too is made once, and the line is the same', () => {
  const sent = message(long, { content: long, other: 1 })
  const pieces = printMessage(sent)
  expect(joined(pieces)).toBe(`${JSON.stringify(sent)}\n`)
  expect(pieces).toHaveLength(5)
  expect(pieces[1]).toBe(pieces[3])
})

test.each([
  ['as long as the limit', message(long.slice(0, 65_536), { content: long.slice(0, 65_536) })],
  ['that is no data', message(long)],
  ['that differs from the data', message(long, { content: `${long}.` })],
  [
    'among others',
    message('', { content: long }, [
      { type: 'text', text: long },
      { type: 'text', text: 'b' },
    ]),
  ],
  ['of another type', message('', { content: long }, [{ type: 'resource', text: long }])],
])('a text %s is sent in one piece', (_, sent) => {
  expect(printMessage(sent)).toEqual([`${JSON.stringify(sent)}\n`])
})
