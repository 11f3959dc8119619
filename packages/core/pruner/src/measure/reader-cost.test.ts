import { expect, test } from 'vitest'
import { readerCost } from './reader-cost.js'

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const count = (text: string) => text.split('\n').length * 10
const answer = { lines, kept: new Set([1, 4, 7]), allTokens: 70, shownTokens: 36 }

test('an answer with everything needed costs what it shows', () => {
  expect(readerCost(answer, [1, 7], count)).toEqual({
    all: 70,
    shown: 36,
    net: 36,
    block: 36,
    missing: [],
  })
})

test('a miss costs the whole text again, or one more turn and the runs with it, each once', () => {
  expect(readerCost(answer, [2, 3], count)).toEqual({
    all: 70,
    shown: 36,
    net: 106,
    block: 36 + 1000 + 20,
    missing: [2, 3],
  })
  expect(readerCost(answer, [2, 4, 6], count).block).toBe(36 + 1000 + 20 + 20)
})

test('a long line with 80 shown characters is kept', () => {
  const parts = new Map([
    [2, ['x'.repeat(50), 'y'.repeat(30)]],
    [5, ['x'.repeat(79)]],
  ])
  expect(readerCost({ ...answer, parts }, [2, 5], count).missing).toEqual([5])
})
