import { RESPONSE_PROFILES } from '@jeeves/contracts'
import { expect, test } from 'vitest'
import { countedBytes } from './blocks.js'
import { isLog } from './cut-lines.js'
import { overflowOf } from './overflow.js'

const text = (content: string) => ({ type: 'text', text: content })
const limits = { ...RESPONSE_PROFILES['claude-safe'], maxBytes: 1000 }
const loose = { limits, strict: false }
const strict = { limits, strict: true }

test('an answer is smaller than its byte limit, not as large', () => {
  const result = (length: number) => ({ content: [text('x'.repeat(length))] })
  const frame = JSON.stringify(result(0)).length
  expect(overflowOf(result(999 - frame), loose, false)).toBeUndefined()
  expect(overflowOf(result(1000 - frame), loose, false)).toBe('bytes')
  // Bytes, not characters.
  expect(overflowOf({ content: [text('é'.repeat(600))] }, loose, false)).toBe('bytes')
})

test('a text that is known to be sent in fewer bytes need not be measured', () => {
  expect(overflowOf({ content: [text('x'.repeat(1200))] }, loose, false, 'y'.repeat(999))).toBe(
    undefined,
  )
  expect(overflowOf({ content: [text('x'.repeat(1200))] }, loose, false, 'y'.repeat(1000))).toBe(
    'bytes',
  )
})

test('a picture is not counted, nor its copy in the structured value', () => {
  const data = 'A'.repeat(5000)
  const picture = { type: 'image', data, mimeType: 'image/png' }
  const result = { content: [picture], structuredContent: { copy: data } }
  expect(countedBytes(result)).toBe(JSON.stringify(result).length - 10_000)
  expect(overflowOf(result, loose, false)).toBeUndefined()
  const blob = { type: 'resource', resource: { uri: 'a:b', blob: data } }
  expect(countedBytes({ content: [blob] })).toBeLessThan(200)
})

test('eleven items are too many for a strict answer alone', () => {
  const items = (count: number) => ({ rows: Array.from({ length: count }, (_, i) => i) })
  const asText = (count: number) => ({ content: [text(JSON.stringify(items(count)))] })
  const structured = (count: number) => ({ content: [], structuredContent: items(count) })
  for (const made of [asText, structured]) {
    expect(overflowOf(made(11), loose, false)).toBeUndefined()
    expect(overflowOf(made(11), strict, false)).toBe('shape')
    expect(overflowOf(made(10), strict, false)).toBeUndefined()
  }
  // What an error says is not data to shape.
  expect(overflowOf({ ...asText(11), isError: true }, strict, false)).toBeUndefined()
})

test('a long string that stands in a block as well is a text, not a field', () => {
  const long = 'w'.repeat(600)
  const wide = { limits: { ...limits, maxBytes: 5000 }, strict: true }
  expect(
    overflowOf({ content: [text(long)], structuredContent: { a: [{ b: long }] } }, wide, false),
  ).toBeUndefined()
  expect(overflowOf({ content: [], structuredContent: { a: [{ b: long }] } }, wide, false)).toBe(
    'shape',
  )
})

test('a strict log has twenty lines, unless a question chose them', () => {
  const log = (count: number) => ({
    content: [text(Array.from({ length: count }, (_, i) => `12:00:0${i % 10} step`).join('\n'))],
  })
  expect(overflowOf(log(21), strict, false)).toBe('log lines')
  expect(overflowOf(log(20), strict, false)).toBeUndefined()
  expect(overflowOf(log(21), strict, true)).toBeUndefined()
  expect(overflowOf(log(21), loose, false)).toBeUndefined()
  const prose = { content: [text('a line\n'.repeat(30))] }
  expect(overflowOf(prose, strict, false)).toBeUndefined()
})

test.each([
  '2026-01-02T03:04:05 up',
  '[2026-01-02 03:04:05] up',
  '2026-01-02 INFO up',
  '12:34:56 up',
  'Jan  2 03:04:05 host up',
  '10.0.0.1 - - [02/Jan/2026] "GET /"',
  '[WARN] up',
  'level=info msg=up',
  '{"ts":1,"msg":"up"}',
])('%s is a line of a log', (line) => {
  expect(isLog(`${line}\n\n`)).toBe(true)
  // More than half of them.
  expect(isLog(`${line}\nplain\n`)).toBe(false)
  expect(isLog(`${line}\n${line}\nplain\n`)).toBe(true)
})

test('no text and blank lines are no log', () => {
  expect(isLog('')).toBe(false)
  expect(isLog('\n \n')).toBe(false)
})
