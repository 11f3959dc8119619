import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { shapeLines } from './lines.js'

const log = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`).join('\n')

test('a text within its limits stays as it is', () => {
  const text = 'one\r\ntwo\n\nfour\n'
  expect(shapeLines(text, { maxLines: 4, maxBytes: 100 })).toEqual({
    text,
    truncated: false,
    totalLines: 4,
    shownLines: 4,
    firstCutLine: 0,
  })
  expect(shapeLines('', { maxLines: 1, maxBytes: 0 }).text).toBe('')
})

test('a log keeps head and tail with a count between', () => {
  const shaped = shapeLines(`${log(1000)}\n`, { maxLines: 20, maxBytes: 10_000 })
  const lines = shaped.text.split('\n')
  expect(lines.pop()).toBe('')
  expect(lines).toHaveLength(20)
  expect(lines[0]).toBe('line 1')
  expect(lines.at(-1)).toBe('line 1000')
  expect(lines.filter((line) => /^⟦mcp-pruner: lines \d+-\d+ cut⟧$/.test(line))).toHaveLength(1)
  expect(shaped).toMatchObject({ truncated: true, totalLines: 1000, shownLines: 19 })
})

test('lines that report a failure are kept from the middle', () => {
  const lines = log(5000).split('\n')
  lines[2499] = 'FAIL src/cart.test.ts > adds tax'
  lines[2500] = '  AssertionError: expected 3 to be 4'
  lines[4000] = 'GET /cart 500 error'
  const { text } = shapeLines(lines.join('\n'), {
    maxLines: 20,
    maxBytes: 4_000,
    keep: (line) => [2499, 2500, 4000].includes(line),
  })
  expect(text.split('\n').length).toBeLessThanOrEqual(20)
  for (const kept of [
    'line 1\n',
    '\nline 5000',
    ...[2499, 2500, 4000].map((i) => lines[i] ?? ''),
  ]) {
    expect(text).toContain(kept)
  }
})

test('a flood of errors leaves room for head and tail', () => {
  const lines = Array.from({ length: 2000 }, (_, i) => `error ${i + 1}`)
  const { text } = shapeLines(lines.join('\n'), {
    maxLines: 20,
    maxBytes: 4_000,
    keep: () => true,
  })
  expect(text.startsWith('error 1\nerror 2\n')).toBe(true)
  expect(text.endsWith('error 1999\nerror 2000')).toBe(true)
})

test('one endless line keeps its start and its end', () => {
  const line = `start ${'x'.repeat(1_000_000)} end of it`
  const { text, totalLines } = shapeLines(line, { maxBytes: 2_000 })
  expect(totalLines).toBe(1)
  expect(text).toMatch(/^start x+ ⟦mcp-pruner: \d+ characters cut⟧ x+ end of it$/)
  expect(text.length).toBeLessThanOrEqual(2_000)
  expect(text.length).toBeGreaterThan(1_800)
})

test('without a line limit the byte budget is used well', () => {
  const { text } = shapeLines(log(100_000), { maxBytes: 8_000 })
  expect(JSON.stringify(text).length).toBeLessThanOrEqual(8_002)
  expect(JSON.stringify(text).length).toBeGreaterThan(7_800)
})

test('the tail can get more than the head', () => {
  const { text } = shapeLines(log(1000), { maxLines: 21, maxBytes: 10_000, headShare: 0.2 })
  const [head = '', tail = ''] = text.split(/⟦mcp-pruner: lines \d+-\d+ cut⟧/)
  expect(tail.split('\n').length).toBeGreaterThan(2 * head.split('\n').length)
})

test('every limit is kept for any text, and whole lines stay verbatim', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('', 'error: x', '"""', '🧵'.repeat(200), 'x'.repeat(3_000)),
  )
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 2_000 }),
      (lines, maxLines, maxBytes) => {
        const text = lines.map((item) => item.replaceAll('\n', ' ')).join('\n')
        const shaped = shapeLines(text, {
          maxLines,
          maxBytes,
          keep: (index) => index % 3 === 0,
        })
        const shown = shaped.text.split('\n')
        expect(Buffer.byteLength(JSON.stringify(shaped.text)) - 2).toBeLessThanOrEqual(maxBytes)
        expect(shown.length).toBeLessThanOrEqual(
          Math.max(maxLines, 1) + (text.endsWith('\n') ? 1 : 0),
        )
        expect(shaped.truncated).toBe(shaped.text !== text)
      },
    ),
    { numRuns: 3_000, seed: 7 },
  )
})

test('a cut line of lone surrogates stays within the bytes', () => {
  const { text } = shapeLines('\ud800x'.repeat(5000), { maxBytes: 2000 })
  expect(Buffer.byteLength(JSON.stringify(text)) - 2).toBeLessThanOrEqual(2000)
  expect(text).toMatch(/characters/)
})

test('priority lines precede the ends, and are whole if there is room', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `${i} ${'x'.repeat(90)} ${'y'.repeat(90)}`)
  const wanted = `50 ${'x'.repeat(90)} the needle ${'y'.repeat(90)}`
  const text = lines.with(50, wanted).join('\n')
  const { text: shown } = shapeLines(text, { maxBytes: 400, first: (line) => line === 50 })
  expect(shown.split('\n')).toContain(wanted)
})
