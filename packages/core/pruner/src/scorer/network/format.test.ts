import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { vectorNumber } from '../columns/vectors.js'
import { loadLearnedScorer } from '../learned.js'
import { readSections, readVectors, WeightsError } from './format.js'

const weights = new Uint8Array(
  readFileSync(new URL('../../../weights/line-scorer.bin', import.meta.url)),
)

describe('a file that is not whole is refused', () => {
  const flipped = (at: number) => {
    const copy = weights.slice()
    copy[at]! ^= 1
    return copy
  }

  test.each([
    ['nothing at all', new Uint8Array(0), 'cut short'],
    ['only a header', weights.slice(0, 16), 'cut short'],
    ['without its last byte', weights.slice(0, -1), 'cut short'],
    ['half of it', weights.slice(0, weights.length >> 1), 'cut short'],
    ['with bytes behind it', Uint8Array.from([...weights, 0]), 'cut short'],
    ['another magic', flipped(0), 'magic'],
    ['another version', flipped(4), 'version 5, expected 4'],
    ['a flipped bit in the first section', flipped(20), 'checksum'],
    ['a flipped bit in the vectors', flipped(200_000), 'checksum'],
    ['a flipped bit in the last byte', flipped(weights.length - 1), 'checksum'],
    ['a flipped bit in the checksum', flipped(12), 'checksum'],
  ])('%s', (_, bytes, reason) => {
    expect(() => loadLearnedScorer(bytes)).toThrow(WeightsError)
    expect(() => loadLearnedScorer(bytes)).toThrow(reason)
  })
})

test('the weights take at most 6 MB', () => {
  expect(weights.length).toBeLessThanOrEqual(6_000_000)
})

describe('the vocabulary contains words and nothing else', () => {
  const vectors = readVectors(readSections(weights))
  const words = new TextDecoder().decode(vectors.words).split('\n')

  test('each is found by its number, and others are not', () => {
    expect(words.map((word) => vectorNumber(vectors, word))).toEqual([...words.keys()])
    for (const other of ['', 'i', 'iffy', 'returnn', 'zzzzzz', 'schön'])
      expect(vectorNumber(vectors, other)).toBe(-1)
  })

  test('short stems in lower case, no sentence, address or path', () => {
    expect(words.length).toBeGreaterThan(4000)
    expect(words.filter((word) => !/^[a-z][a-z0-9]{1,19}$/.test(word))).toEqual([])
  })

  test('nothing that could be a key, a hash or a number of somebody', () => {
    expect(words.filter((word) => /\d{4}|(?:\d[a-f]*){4}|[a-f0-9]{12}/.test(word))).toEqual([])
    expect(words.filter((word) => /^(?:ghp|gho|sk|pk|akia|xox|eyj)\w{8}/.test(word))).toEqual([])
  })
})
