import { expect, test } from 'vitest'
import { noted, SentValue } from './sent-value.js'
import type { ShapeContext } from './shape-context.js'

const text = (value: string) => ({ type: 'text', text: value })
const PICTURE = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
const value = { page: 'a long page', rows: [1, 2] }
const JSON_TEXT = JSON.stringify(value)

test('a structured value that is said again as JSON is sent twice', () => {
  const sent = SentValue.in({ content: [text(JSON_TEXT)], structuredContent: value })
  expect([sent.isStructured, sent.isSentTwice, sent.encoding]).toEqual([true, true, 'both'])
  expect(sent.with({ rows: [1] })).toEqual({
    content: [text('{"rows":[1]}')],
    structuredContent: { rows: [1] },
  })
})

test('one that is not said again is sent once, and other blocks stay', () => {
  const result = { content: [text('two rows'), PICTURE], structuredContent: value, _meta: { a: 1 } }
  const sent = SentValue.in(result)
  expect([sent.isStructured, sent.isSentTwice, sent.encoding]).toEqual([true, false, 'json'])
  expect(sent.with({ rows: [1] })).toEqual({ ...result, structuredContent: { rows: [1] } })
})

test('strings of the value that are blocks too follow the value', () => {
  const sent = SentValue.in({
    content: [text('a long page'), PICTURE, text('other')],
    structuredContent: value,
  })
  expect(sent.isSentTwice).toBe(true)
  expect(sent.with({ page: 'a page', rows: [] }).content).toEqual([
    text('a page'),
    PICTURE,
    text('other'),
  ])
  // Of another form, none of its strings is that page: the value as JSON stands for it.
  expect(sent.with({ page: 'a page' }, true).content).toEqual([
    text('{"page":"a page"}'),
    PICTURE,
    text('other'),
  ])
  expect(sent.with({ rows: [] }).content).toEqual([text('{"rows":[]}'), PICTURE, text('other')])
})

test('without a structured value the one text is it', () => {
  const sent = SentValue.in({ content: [text(JSON_TEXT), PICTURE] })
  expect([sent.isStructured, sent.isSentTwice, sent.encoding]).toEqual([false, false, 'text'])
  expect(sent.with([1])).toEqual({ content: [text('[1]'), PICTURE] })
  expect(SentValue.in({ content: [PICTURE] }).with([1])).toEqual({
    content: [text('[1]'), PICTURE],
  })
})

test('a text of over 500 characters in a value is no field', () => {
  const hasText = (page: string) =>
    SentValue.in({ content: [text(page)], structuredContent: { page } }).hasText
  expect([hasText('x'.repeat(500)), hasText('x'.repeat(501))]).toEqual([false, true])
  const long = 'x'.repeat(501)
  const alone = { content: [text(long)], structuredContent: { other: 1 } }
  expect(SentValue.in(alone).hasText).toBe(false)
})

test.each([
  ['what says it again', [text(JSON_TEXT)], [text('')]],
  ['a string of it', [text('a long page')], [text('')]],
  ['another text', [text('12345')], [text('12345')]],
])('of a value and %s, the frame', (_what, content, frame) => {
  const sent = SentValue.in({ content, structuredContent: value })
  expect(sent.frameBytes).toBe(JSON.stringify({ content: frame, structuredContent: {} }).length)
})

test('texts beside the value share three tenths of the room, and a note says that they are cut', () => {
  const lines = (name: string) => Array.from({ length: 100 }, (_, at) => `${name} ${at}`).join('\n')
  const result = {
    content: [text(lines('a')), text(lines('b')), PICTURE],
    structuredContent: value,
  }
  const context = (maxBytes: number) =>
    ({ limits: { maxBytes, maxLogLines: 1000 } }) as unknown as ShapeContext
  const cut = SentValue.in(result).withLessBeside('ax://d/1', context(1000)).with(value)
  const [first, second, picture, note] = cut['content'] as { text: string }[]
  expect(Buffer.byteLength(first?.text ?? '')).toBeLessThanOrEqual(150)
  expect(Buffer.byteLength(second?.text ?? '')).toBeLessThanOrEqual(150)
  expect(second?.text).toContain('b 0')
  expect(picture).toEqual(PICTURE)
  expect(note?.text).toMatch(/shortened; the whole: artifact_read ax:\/\/d\/1⟧$/)
  expect(SentValue.in(result).withLessBeside('ax://d/1', context(10_000)).with(value)).toEqual(
    result,
  )
})

test('a note is in a value that can hold it, and after one that is a text', () => {
  expect(noted([1], 'cut', 'ax://d/1', [], [1])).toEqual([1, 'cut'])
  expect(noted('text', 'cut', 'ax://d/1', [], 'text')).toBe('text')
  expect(noted({ a: 1 }, 'cut', 'ax://d/1', [], { a: 1 })).toEqual({
    a: 1,
    artifactRef: 'ax://d/1',
    truncated: true,
    note: 'cut',
  })
  // A member of the tool's own is never overwritten.
  expect(noted({ a: 1 }, 'cut', 'ax://d/1', [], { truncated: 'no' })).toEqual({
    a: 1,
    artifactRef: 'ax://d/1',
    note: 'cut',
  })
  const sent = SentValue.in({ content: [text(JSON_TEXT)] })
  expect(sent.noted([1], 'cut', 'ax://d/1', [], [1])).toEqual({
    content: [text('[1]'), text('cut')],
  })
})

test('said once, one note stands for all texts', () => {
  const sent = SentValue.in({
    content: [text(JSON_TEXT), PICTURE, text('other')],
    structuredContent: value,
  })
  expect(sent.once([1], 'cut')).toEqual({ content: [text('cut'), PICTURE], structuredContent: [1] })
})
