import { expect, test } from 'vitest'
import { FadingCovers } from './fading.js'

/** The expected sum for each line: the best match fades by `keep` per line, the one ahead as a float32. */
function faded(matches: readonly number[], least: number, keep: number, weight: number): number[] {
  const counted = matches.map((match) => (match >= least ? match : 0))
  const ahead = new Float32Array(matches.length)
  for (let i = matches.length - 1, best = 0; i >= 0; i--) {
    best = Math.max(best * keep, counted[i]!)
    ahead[i] = best
  }
  let best = 0
  return counted.map((match, i) => {
    best *= keep
    const here = Math.max(best, ahead[i]!) * (weight / 255)
    best = Math.max(best, match)
    return here
  })
}

// Bit for bit: the network was trained on these columns.
test('a cover is the sum of each term’s best match near a line', () => {
  const lines = 700
  const terms = [0, 1, 2].map((q) =>
    Array.from({ length: lines }, (_, i) => {
      const number = (i * 7919 + q * 104_729) % 997
      return number % 61 === 0 ? 255 : number % 37 === 0 ? 1 + (number % 254) : 0
    }),
  )
  const covers = new FadingCovers(Uint8Array.from(terms.flat()), lines, lines, 3)
  const expected = [0, 1, 2].map(() => [new Float32Array(lines), new Float32Array(lines)] as const)
  const calls = [
    { term: 0, least: 255, weight: 0.3, cover: 0 },
    { term: 1, least: 255, weight: 0.21, cover: 0 },
    { term: 2, least: 1, weight: 0.07, cover: 1 },
    { term: 0, least: 1, weight: 0.3, cover: 1 },
    { term: 1, least: 1, weight: 1, cover: 2 },
  ]
  for (const { term, least, weight, cover } of calls) {
    covers.add(term, least, weight, cover)
    for (const [at, keep] of [0.8, 0.95].entries()) {
      const sums = expected[cover]![at]!
      for (const [i, value] of faded(terms[term]!, least, keep, weight).entries()) sums[i]! += value
    }
  }
  for (const [cover, [narrow, wide]] of expected.entries()) {
    const found = [new Float32Array(lines), new Float32Array(lines)] as const
    covers.read(cover, ...found)
    expect(found[0]).toEqual(narrow)
    expect(found[1]).toEqual(wide)
  }
  expect(expected[1]![1].every((value) => value > 0)).toBe(true)
})

test('a cover begins with nothing, whatever was covered before', () => {
  new FadingCovers(Uint8Array.of(255, 0), 2, 2, 1).add(0, 1, 1, 0)
  const narrow = new Float32Array(2)
  new FadingCovers(Uint8Array.of(255, 0), 2, 2, 1).read(0, narrow)
  expect([...narrow]).toEqual([0, 0])
})
