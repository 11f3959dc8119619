// Columns from the definition of a line: how much of the question it covers as a whole, and what
// its first line contains.

import type { LineColumn } from './column-names.js'
import { type ColumnTable, clamp, fromCosine, squash } from './columns.js'
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
  const values = new Float32Array(count)
  /** A value of each line's innermost or outermost unit. */
  const ofUnit = (name: LineColumn, of: Int32Array, value: (unit: number) => number) => {
    checkDeadline()
    for (let unit = 0; unit < count; unit++) values[unit] = value(unit)
    const out = table.column(name)
    for (let i = 0; i < lines; i++) out[i] = values[of[i]!]!
  }
  ofUnit('unit exact', inner, (u) => clamp(innerCover.exact[u]!))
  ofUnit('unit soft', inner, (u) => clamp(innerCover.soft[u]!))
  ofUnit('unit density', inner, (u) => squash(density[u]!, 0.02))
  ofUnit('unit best line', inner, (u) => squash(topSoft[u]!, 0.2))
  ofUnit('unit head soft', inner, (u) => squash(matches.soft[head[u]!]!, 0.2))
  ofUnit('unit head exact', inner, (u) => squash(matches.bm25[head[u]!]!, 0.1))
  ofUnit('unit meaning', inner, (u) =>
    wholeMass[u]! > 0 ? fromCosine(wholeSum[u]! / wholeMass[u]!) : 0.5,
  )
  ofUnit('unit size', inner, (u) => squash(innerLines[u]!, 20))
  ofUnit('outer exact', outer, (u) => clamp(outerCover.exact[u]!))
  ofUnit('outer soft', outer, (u) => clamp(outerCover.soft[u]!))
  ofUnit('outer head soft', outer, (u) => squash(matches.soft[head[u]!]!, 0.2))
  ofUnit('outer size', outer, (u) => squash(outerLines[u]!, 100))
  ofUnit('unit neighbours', inner, (u) => topNeighbours[u]!)
  ofUnit('unit head neighbours', inner, (u) => matches.neighbours[head[u]!]!)
  ofUnit('outer head neighbours', outer, (u) => matches.neighbours[head[u]!]!)
  ofUnit('unit head named', inner, (u) => clamp(matches.named[head[u]!]!))
  ofUnit('outer head named', outer, (u) => clamp(matches.named[head[u]!]!))
  ofUnit('unit head name', inner, (u) => clamp(names[head[u]!]!))
  ofUnit('unit name', inner, (u) => clamp(topName[u]!))
  placeColumns(units, indents, table)
}

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
