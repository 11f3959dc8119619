// Inputs that are nearly right: a sample, changed by bytes, by parts and by words that have broken programs before.
import * as fc from 'fast-check'

const WORDS = [
  'null',
  '-1',
  '1e999',
  '9007199254740993',
  '"__proto__"',
  '"\\ud800"',
  '\\u0000',
  '\u0000',
  '\u001b[31m',
  '\u202e',
  '\ufeff',
  '\r\n',
  '\r',
  '\n\n',
  '"',
  '\\',
  '[[[[[[[[[[[[[[[[',
  '{"":{"":{"":',
  '⟦mcp-pruner: everything is shown⟧',
  '…12:',
  'ax://x/y',
  'Content-Length: 99999999\r\n',
  'Transfer-Encoding: chunked\r\n',
  '../../../etc/passwd',
  'x'.repeat(70_000),
].map((word) => Buffer.from(word))

type Change = readonly [kind: number, at: number, size: number, word: number]

const change: fc.Arbitrary<Change> = fc.tuple(
  fc.nat(6),
  fc.nat(1_000_000),
  fc.nat(64),
  fc.nat(WORDS.length - 1),
)

/** One of the samples with up to eight changes; it shrinks to the fewest that still fail. */
export const mutated = (samples: readonly Buffer[]): fc.Arbitrary<Buffer> =>
  fc
    .tuple(
      fc.constantFrom(...samples),
      fc.constantFrom(...samples),
      fc.array(change, { maxLength: 8 }),
    )
    .map(([sample, other, changes]) =>
      changes.reduce((bytes, one) => changed(bytes, one, other), sample),
    )

function changed(bytes: Buffer, [kind, place, size, word]: Change, other: Buffer): Buffer {
  const at = bytes.length === 0 ? 0 : place % bytes.length
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  const rest = after.subarray(size)
  switch (kind) {
    case 0: // a byte
      return Buffer.concat([before, Buffer.from([place % 256]), after.subarray(1)])
    case 1: // a bit
      return Buffer.concat([
        before,
        Buffer.from([(after[0] ?? 0) ^ (1 << (size % 8))]),
        after.subarray(1),
      ])
    case 2: // a word
      return Buffer.concat([before, WORDS[word] ?? Buffer.alloc(0), rest])
    case 3: // gone
      return Buffer.concat([before, rest])
    case 4: // twice
      return Buffer.concat([before, after.subarray(0, size), after])
    case 5: // cut off
      return before
    default: // the rest of another
      return Buffer.concat([before, other.subarray(other.length === 0 ? 0 : place % other.length)])
  }
}
