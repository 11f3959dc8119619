import { expect, test } from 'vitest'
import { Kind } from '../text/line-kinds.js'
import { splitLongCuts } from './split-long-cuts.js'

/** Functions of ten lines, of twenty tokens each: 200 tokens a function. */
const FUNCTIONS = 12
const kinds = Uint8Array.from({ length: FUNCTIONS * 10 }, (_, i) =>
  i % 10 === 0 ? Kind.Callable : Kind.Plain,
)
const cuts = {
  structure: { kinds },
  tokens: new Float32Array(kinds.length).fill(20),
  repeats: new Int32Array(kinds.length),
  room: 10_000,
}
const shown = (kept: Uint8Array) => [...kept.keys()].filter((line) => kept[line] === 1)
const nothing = new Uint8Array(kinds.length)

test('a long cut shows the heads in it, so that it can be fetched back in parts', () => {
  expect(shown(splitLongCuts(nothing, cuts))).toEqual([30, 60, 90])
})

test('shown lines stay, and a short cut stays in one piece', () => {
  const kept = nothing.map((_, i) => (i < 75 ? 1 : 0))
  expect(splitLongCuts(kept, cuts)).toEqual(kept)
})

test('neither repeats nor long heads, and no more than there is room for', () => {
  const repeats = cuts.repeats.map((_, i) => (i === 30 ? 1 : 0))
  expect(shown(splitLongCuts(nothing, { ...cuts, repeats }))).toEqual([40, 70, 100])
  const tokens = cuts.tokens.map((each, i) => (i === 30 ? 60 : each))
  expect(shown(splitLongCuts(nothing, { ...cuts, tokens }))).toEqual([40, 70, 100])
  expect(shown(splitLongCuts(nothing, { ...cuts, room: 30 }))).toEqual([30])
})
