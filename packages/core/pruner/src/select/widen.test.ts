import { expect, it } from 'vitest'
import { Deadline } from '../deadline.js'
import { splitText } from '../text/lines.js'
import { analyseStructure } from '../text/structure.js'
import { keepFencesWhole } from './fences.js'
import { widen } from './widen.js'

const CODE = `import a from 'a'

function first(x) {
  const y = x + 1
  if (y > 2) {
    report(y)
  }
  return y
}

function second() {
  return 2
}
`
const split = splitText(CODE)
const structure = analyseStructure(split, 'code', new Deadline(undefined, undefined))

function widened(
  runs: readonly { startLine: number; endLine: number; reason?: string }[],
  how: { context?: number; whole?: boolean },
  room = 1000,
) {
  const kept = new Uint8Array(split.count)
  for (const { startLine, endLine } of runs) kept.fill(1, startLine - 1, endLine)
  const result = widen(
    {
      kept,
      runs: runs.map((run) => ({ reason: 'score', ...run })) as never,
      structure,
      tokens: new Float32Array(split.count).fill(10),
      room,
    },
    how,
  )
  const lines = [...result.kept].flatMap((one, i) => (one === 1 ? [i + 1] : []))
  return { lines, notWidened: result.notWidened, before: [...kept].filter(Boolean).length }
}

it('adds lines before and after, and none beyond the text', () => {
  expect(widened([{ startLine: 6, endLine: 6 }], { context: 1 }).lines).toEqual([5, 6, 7])
  expect(widened([{ startLine: 1, endLine: 2 }], { context: 2 }).lines).toEqual([1, 2, 3, 4])
  const last = split.count
  expect(widened([{ startLine: last, endLine: last }], { context: 1 }).lines).toEqual([
    last - 1,
    last,
  ])
})

it('adds the whole function of a line, not the block of its if', () => {
  expect(widened([{ startLine: 6, endLine: 6 }], { whole: true }).lines).toEqual([
    3, 4, 5, 6, 7, 8, 9,
  ])
  expect(widened([{ startLine: 11, endLine: 11 }], { whole: true }).lines).toEqual([11, 12, 13])
  expect(widened([{ startLine: 1, endLine: 1 }], { whole: true }).lines).toEqual([1])
})

it('does not widen what only places others', () => {
  const placed = [
    { startLine: 3, endLine: 3, reason: 'signature' },
    { startLine: 12, endLine: 12, reason: 'around' },
  ]
  expect(widened(placed, { context: 2 }).lines).toEqual([3, 12])
})

it('leaves what does not fit as it was, and counts it', () => {
  const run = [{ startLine: 6, endLine: 6 }]
  expect(widened(run, { context: 1 }, 20)).toMatchObject({ lines: [5, 6, 7], notWidened: 0 })
  expect(widened(run, { context: 1 }, 19)).toMatchObject({ lines: [6], notWidened: 1 })
  const two = [...run, { startLine: 12, endLine: 12 }]
  // What the first took is not there for the second.
  expect(widened(two, { context: 1 }, 30)).toMatchObject({
    lines: [5, 6, 7, 12],
    notWidened: 1,
  })
  expect(widened(run, { context: 1 }).before).toBe(1)
})

it('keeps a fenced block whole or not at all', () => {
  const docs = splitText('# Title\n\n```\none\ntwo\n```\n\ntext\n\n```\nthree\n```\n')
  const parts = analyseStructure(docs, 'docs', new Deadline(undefined, undefined))
  const kept = new Uint8Array(docs.count)
  kept[3] = 1
  kept[7] = 1
  keepFencesWhole(kept, parts)
  expect([...kept].flatMap((one, i) => (one === 1 ? [i + 1] : []))).toEqual([3, 4, 5, 6, 8])
})
