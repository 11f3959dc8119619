// Columns from the definition of a line: how much of the question it covers as a whole, and what
// its first line contains.

import type { LineColumn } from './column-names.js'
import { type ColumnTable, clamp, clamped, fromCosine, squashed } from './columns.js'
import type { LineMatches } from './line-matches.js'
import type { Nesting } from './nesting.js'
import type { WeightedTerms } from './weighted-terms.js'

export function unitColumns(
  units: Nesting,
  indents: Int32Array,
  matches: LineMatches,
  names: Float32Array,
  question: WeightedTerms,
  sum: number,
  table: ColumnTable,
  checkDeadline: () => void,
): void {
  const lines = units.inner.length
  const { inner, outer, count, head, innerLines, outerLines } = units
  const [innerCover, outerCover] = covered(matches, units, question, sum, checkDeadline)
  const density = new Float32Array(count)
  const topSoft = new Float32Array(count)
  const topNeighbours = new Float32Array(count)
  const topName = new Float32Array(count)
  const wholeSum = new Float32Array(count)
  const wholeMass = new Float32Array(count)
  for (let i = 0; i < lines; i++) {
    if ((i & 1023) === 0) checkDeadline()
    const u = inner[i]!
    density[u]! += matches.bm25[i]! / innerLines[u]!
    if (matches.soft[i]! > topSoft[u]!) topSoft[u] = matches.soft[i]!
    if (matches.neighbours[i]! > topNeighbours[u]!) topNeighbours[u] = matches.neighbours[i]!
    if (names[i]! > topName[u]!) topName[u] = names[i]!
    wholeSum[u]! += matches.wholeSum[i]!
    wholeMass[u]! += matches.wholeMass[i]!
  }
  const atHead = (values: Float32Array) => picked(values, head)
  const unitMeaning = wholeSum.map((all, u) =>
    wholeMass[u]! > 0 ? fromCosine(all / wholeMass[u]!) : 0.5,
  )
  const columns: readonly (readonly [LineColumn, of: Int32Array, values: Float32Array])[] = [
    ['unit exact', inner, clamped(innerCover.exact)],
    ['unit soft', inner, clamped(innerCover.soft)],
    ['unit density', inner, squashed(density, 0.02)],
    ['unit best line', inner, squashed(topSoft, 0.2)],
    ['unit head soft', inner, squashed(atHead(matches.soft), 0.2)],
    ['unit head exact', inner, squashed(atHead(matches.bm25), 0.1)],
    ['unit meaning', inner, unitMeaning],
    ['unit size', inner, squashed(new Float32Array(innerLines), 20)],
    ['outer exact', outer, clamped(outerCover.exact)],
    ['outer soft', outer, clamped(outerCover.soft)],
    ['outer head soft', outer, squashed(atHead(matches.soft), 0.2)],
    ['outer size', outer, squashed(new Float32Array(outerLines), 100)],
    ['unit neighbours', inner, topNeighbours],
    ['unit head neighbours', inner, atHead(matches.neighbours)],
    ['outer head neighbours', outer, atHead(matches.neighbours)],
    ['unit head named', inner, clamped(atHead(matches.named))],
    ['outer head named', outer, clamped(atHead(matches.named))],
    ['unit head name', inner, clamped(atHead(names))],
    ['unit name', inner, clamped(topName)],
  ]
  for (const [name, of, values] of columns) {
    checkDeadline()
    pick(values, of, table.column(name))
  }
  placeColumns(units, indents, table)
}

/** Each place's value. */
function pick(values: Float32Array, places: Int32Array, out: Float32Array): Float32Array {
  for (let i = 0; i < out.length; i++) out[i] = values[places[i]!]!
  return out
}

const picked = (values: Float32Array, places: Int32Array): Float32Array =>
  pick(values, places, new Float32Array(places.length))

function placeColumns(units: Nesting, indents: Int32Array, table: ColumnTable): void {
  const { inner, head, innerLines } = units
  const place = table.column('place in unit')
  const depth = table.column('depth in unit')
  for (let i = 0; i < inner.length; i++) {
    const start = head[inner[i]!]!
    place[i] = clamp((i - start) / innerLines[inner[i]!]!)
    depth[i] = clamp((indents[i]! - indents[start]! + 8) / 32)
  }
}

const SAME = 255

interface Cover {
  readonly exact: Float32Array
  readonly soft: Float32Array
}

/** Share of the question's weight that the lines of each unit match together: as inner and as outer ones. */
function covered(
  { meaning, stride, isMatched }: LineMatches,
  { inner, outer, count }: Nesting,
  question: WeightedTerms,
  sum: number,
  checkDeadline: () => void,
): [Cover, Cover] {
  const fours = new Int32Array(meaning.buffer)
  const emptyCover = () => ({ exact: new Float32Array(count), soft: new Float32Array(count) })
  const covers: [Cover, Cover] = [emptyCover(), emptyCover()]
  const bests = [new Uint8Array(count), new Uint8Array(count)] as const
  const [bestInner, bestOuter] = bests
  for (let q = 0; q < question.terms.length; q++) {
    if (isMatched[q] === 0) continue
    checkDeadline()
    bestInner.fill(0)
    bestOuter.fill(0)
    const from = q * stride
    for (let four = 0; four < stride; four += 4) {
      // Most lines contain nothing of a term.
      if (fours[(from + four) >> 2] === 0) continue
      for (let i = four; i < four + 4; i++) {
        const value = meaning[from + i]!
        if (value === 0) continue
        if (value > bestInner[inner[i]!]!) bestInner[inner[i]!] = value
        if (value > bestOuter[outer[i]!]!) bestOuter[outer[i]!] = value
      }
    }
    const share = question.weights[q]! / sum
    for (const [at, { exact, soft }] of covers.entries()) {
      const best = bests[at]!
      for (let u = 0; u < count; u++) {
        if (best[u] === 0) continue
        soft[u]! += (best[u]! / SAME) * share
        if (best[u] === SAME) exact[u]! += share
      }
    }
  }
  return covers
}
