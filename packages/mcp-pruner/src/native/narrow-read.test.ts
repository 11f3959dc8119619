import { expect, test } from 'vitest'
import { rangeToRead } from './narrow-read.js'

const FILE = Array.from({ length: 400 }, (_, at) => `line ${at + 1}`)
const withNameAt = (...lines: readonly number[]): string =>
  FILE.map((line, at) => (lines.includes(at + 1) ? 'parsePrice(text)' : line)).join('\n')

const narrow = (text: string) =>
  rangeToRead(
    text,
    { kind: 'file', path: '/project/price.ts' } as never,
    { asked: { question: 'parsePrice' } as never, names: ['parsePrice'] },
    {
      prune: async () =>
        ({
          pruneId: 'prn_X',
          metadata: {},
          densest: { from: 100, to: 160, share: 0.15, density: 0.9 },
        }) as never,
      signal: new AbortController().signal,
    },
  )

test('every line with the name is in the range that is read', async () => {
  expect(await narrow(withNameAt(120, 130))).toMatchObject({ offset: 100, limit: 61, lines: 400 })
})

test.each([
  ['before it', [20, 120]],
  ['behind it', [120, 300]],
])('one line with the name %s, and the file is read whole', async (_, lines) => {
  expect(await narrow(withNameAt(...lines))).toBeUndefined()
})
