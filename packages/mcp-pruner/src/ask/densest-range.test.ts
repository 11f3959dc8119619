import { expect, test } from 'vitest'
import { densestRange } from './densest-range.js'

const lines = Array.from({ length: 400 }, () => ({ text: 'x'.repeat(9) }))
const chances = (at: (line: number) => number) => lines.map((_, index) => at(index + 1))

test('the lines that are likelier than the others, with ten around them', () => {
  const range = densestRange(
    lines,
    chances((line) => (line >= 201 && line <= 220 ? 0.5 : 0.001)),
  )
  expect(range).toMatchObject({ from: 191, to: 230 })
  expect(range.share).toBeCloseTo(0.1)
  expect(range.density).toBeCloseTo(0.864, 2)
})

test('two places that are near each other are one range, the weaker of two far ones is left', () => {
  const near = (line: number) => (line === 100 || line === 120 ? 0.9 : 0.001)
  expect(densestRange(lines, chances(near))).toMatchObject({ from: 90, to: 130 })
  const far = (line: number) => (line === 20 ? 0.2 : line === 390 ? 0.9 : 0.001)
  expect(densestRange(lines, chances(far))).toMatchObject({ from: 380, to: 400 })
})

test('where every line is as likely, no range is denser than the text', () => {
  expect(
    densestRange(
      lines,
      chances(() => 0.01),
    ),
  ).toMatchObject({ from: 1, to: 400, density: 0 })
})

test('a text without lines or chances is no stretch', () => {
  expect(densestRange([], [])).toMatchObject({ from: 1, to: 0, density: 0 })
  expect(
    densestRange(
      lines,
      chances(() => 0),
    ).density,
  ).toBeLessThanOrEqual(0)
})
