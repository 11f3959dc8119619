import { expect, test } from 'vitest'
import { createLineReader } from './line-reader.js'

function read(chunks: readonly (string | Buffer)[], maxBytes = 40) {
  const seen: unknown[] = []
  const reader = createLineReader(
    (line) => seen.push(line),
    (line) => seen.push(line),
    maxBytes,
  )
  for (const chunk of chunks) reader.push(Buffer.from(chunk))
  reader.end()
  return seen
}

test('lines are complete, however the bytes are split, and blank ones are skipped', () => {
  const bytes = Buffer.from('{"ä":1}\n\n  \r\nlast')
  for (let at = 0; at <= bytes.length; at++) {
    expect(read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(['{"ä":1}', 'last'])
  }
})

test('a line of exactly the limit is accepted, and one byte more is not', () => {
  const [fits, exceeds] = ['x'.repeat(40), 'x'.repeat(41)]
  expect(read([`${fits}\n`])).toEqual([fits])
  expect(read([`${exceeds}\n`])).toEqual([{ id: null, isResponse: false }])
})

const filler = 'x'.repeat(60)

test.each([
  [`{"jsonrpc":"2.0","id":7,"method":"m","params":{"id":8,"t":"${filler}"}}`, 7, false],
  [`{"method":"m","params":{"t":"${filler}","id":8},"jsonrpc":"2.0","id":"a\\"b"}`, 'a"b', false],
  [`{ "id" : 1.5 , "method" : "m", "params" : ["${filler}"] }`, 1.5, false],
  [`{"method":"m","params":{"t":"\\"id\\":9,${filler}"}}`, null, false],
  [`{"id":1e400,"method":"m","t":"${filler}"}`, null, false],
  [`{"id":{"id":3},"method":"m","t":"${filler}"}`, null, false],
  [`{"jsonrpc":"2.0","id":4,"result":{"method":"m","t":"${filler}"}}`, 4, true],
  [`{"jsonrpc":"2.0","error":{"t":"${filler}"},"id":4}`, 4, true],
  [`[{"id":5,"method":"m","t":"${filler}"}]`, null, false],
  [filler, null, false],
  [`{"id":6,"method":"m","t":"${filler}`, 6, false],
])('a line over the limit is not held, and its id is read: %s', (line, id, isResponse) => {
  const bytes = Buffer.from(`${line}\nnext\n`)
  const expected = [{ id, isResponse }, 'next']
  expect(read([bytes])).toEqual(expected)
  expect(read([...bytes].map((byte) => Buffer.from([byte])))).toEqual(expected)
})
