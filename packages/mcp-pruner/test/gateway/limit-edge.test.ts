// The byte limit applies on the wire, however JSON encodes the characters: quotes and control characters grow when
// they are escaped, lone surrogates to six bytes, and characters beyond the first plane are pairs.
import type { RawClient } from '@jeeves/testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWire } from './wrapped.js'

const PIECES = [
  'a',
  '"',
  '\\',
  '\u0000',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u202e',
  '\ufeff',
  'é',
  '€',
  '鍵',
  '🦓',
  '\ud800',
  '\udc00',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '</script>',
  '⟦mcp-pruner: cut⟧',
  '{"a":1}',
  'error ',
]
/** Around the limit in one measure or the other: characters, bytes, or bytes when escaped. */
const text = fc
  .tuple(
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }),
    fc.integer({ min: 9_500, max: 12_500 }),
    fc.constantFrom(1, 2, 3, 6),
  )
  .map(([pieces, length, times]) => {
    const piece = pieces.join('')
    return piece.repeat(Math.ceil(length / times / piece.length))
  })
const shaped = fc.oneof(
  text,
  text.map((value) => JSON.stringify({ value })),
  text.map((value) =>
    JSON.stringify([value.slice(0, 3000), { [value.slice(0, 60)]: value.slice(0, 7000) }]),
  ),
)

describe.each(['a-program', 'claude-code'])('to %s', (name) => {
  let wire: RawClient
  beforeAll(async () => {
    wire = openWire()
    await wire.initialize(name)
  })
  afterAll(async () => {
    await wire.end()
  })

  test('no answer is larger than its limit', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(shaped, async (value) => {
        const id = wire.start('echo', { text: value })
        const line = await wire.next((message) => message.id === id)
        const result = line.slice(line.indexOf('"result":') + 9, -1)
        expect(Buffer.byteLength(result)).toBeLessThan(10_240)
        expect(Buffer.byteLength(JSON.stringify(JSON.parse(result)))).toBeLessThan(10_240)
      }),
      { numRuns: 150 },
    )
  })
})
