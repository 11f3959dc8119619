import { expect, test } from 'vitest'
import {
  visibleLabels,
  visibleNamed,
  visibleText,
  visiblyWithin,
  withVisibleTexts,
} from './visible-blocks.js'

const ESC = '\u001b[2J'

test('control characters of texts and embedded texts are shown; other blocks stay', () => {
  const picture = { type: 'image', data: 'AA', mimeType: 'image/png' }
  expect(
    withVisibleTexts({
      content: [
        { type: 'text', text: `a${ESC}` },
        picture,
        { type: 'resource', resource: { uri: 'f:x', text: `b${ESC}` } },
        { type: 'resource_link', uri: 'f:y', name: `n${ESC}`, title: `t${ESC}` },
      ],
    }),
  ).toEqual({
    content: [
      { type: 'text', text: 'a\\x1b[2J' },
      picture,
      { type: 'resource', resource: { uri: 'f:x', text: 'b\\x1b[2J' } },
      { type: 'resource_link', uri: 'f:y', name: 'n\\x1b[2J', title: 't\\x1b[2J' },
    ],
  })
})

test('a result with nothing to show is the same object', () => {
  const result = { content: [{ type: 'text', text: 'plain\ttext\n' }] }
  expect(withVisibleTexts(result)).toBe(result)
  const odd = { content: 'no list' }
  expect(withVisibleTexts(odd)).toBe(odd)
})

test('data stays valid JSON with the same value', () => {
  const seen = visibleText('{"a":"\u0085"}')
  expect(seen).not.toContain('\u0085')
  expect(JSON.parse(seen)).toEqual({ a: '\u0085' })
})

test('labels are shown at any depth; what programs go by stays', () => {
  const tool = { name: `n${ESC}`, description: `d${ESC}`, inputSchema: { x: [{ title: ESC }] } }
  expect(visibleLabels(tool)).toEqual({
    name: `n${ESC}`,
    description: 'd\\x1b[2J',
    inputSchema: { x: [{ title: '\\x1b[2J' }] },
  })
  const plain = { description: 'plain', list: [{ title: 'x' }] }
  expect(visibleLabels(plain)).toBe(plain)
  expect(visibleNamed({ name: `n${ESC}`, uri: ESC })).toEqual({ name: 'n\\x1b[2J', uri: ESC })
})

const result = (text: string) => ({ content: [{ type: 'text', text }] })

test('an answer that grows over its limit is made again for less', async () => {
  const asked: number[] = []
  const made = await visiblyWithin(result('\u0001'.repeat(100)), 300, async (maxBytes) => {
    asked.push(maxBytes)
    return result('\u0001'.repeat(Math.floor(maxBytes / 8)))
  })
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.every((maxBytes) => maxBytes < 300)).toBe(true)
  expect(made.content).toMatchObject([{ text: expect.stringMatching(/^(\\x01)+$/) }])
  expect(JSON.stringify(made).length).toBeLessThan(300)
})

test('where nothing smaller can be made, the answer stays as it was', async () => {
  const large = result('\u0001'.repeat(100))
  expect(await visiblyWithin(large, 300, async () => undefined)).toBe(large)
})
