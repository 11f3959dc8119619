// What a shortened line costs, and where its pieces end.
import { expect, it } from 'vitest'
import { Deadline } from '../deadline.js'
import { scoringInput } from '../scorer/scoring-input.js'
import { lineSizes } from './line-sizes.js'

const sizesOf = (text: string, goal: string) => {
  const input = scoringInput({ text, goal, origin: 'explicit' })
  const { inside, tokens } = lineSizes(input, true, new Deadline(undefined, undefined))
  return { pieces: inside[0]?.pieces ?? [], tokens: tokens[0]! }
}

const WORDS = 'river meadow copper lantern '.repeat(400)

it('a shortened line costs its pieces and their marks', () => {
  const { pieces, tokens } = sizesOf(`${WORDS}spillway ${WORDS}\nend\n`, 'Which spillway?')
  expect(pieces).toEqual([
    { from: 0, to: 168 },
    { from: 11_088, to: 11_250 },
  ])
  // 45 words with two marks; without the marks it would be less than 50.
  expect(tokens).toBeGreaterThan(50)
  expect(tokens).toBeLessThan(60)
})

it('pieces of nested lists end before a list', () => {
  const rows = Array.from({ length: 300 }, (_, i) => `[${i}, 7 8, ${i % 9}, 4 5 6]`).join(',')
  const text = `[${rows}]`
  const { pieces } = sizesOf(text, 'Where is 250?')
  expect(pieces.map(({ to }) => text.slice(to - 2, to + 1))).toEqual(['],[', '],['])
})

it('a word at the end is found after letters that are longer in lower case', () => {
  const names = 'İzmir '.repeat(200)
  const text = `${names}copper ${names}spillway`
  const { pieces } = sizesOf(text, 'Where are copper and spillway?')
  const shown = pieces.map(({ from, to }) => text.slice(from, to)).join('…')
  expect(shown).toContain('spillway')
})
