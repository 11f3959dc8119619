// Columns from the definition a line stands in: how much of the question it covers as a whole, and what
// its first line says.
import type { LineMatches } from './line-matches.js'
import type { Nesting } from './nesting.js'
import type { Question } from './question.js'

export function unitColumns(
  units: Nesting,
  indents: Int32Array,
  matches: LineMatches,
  question: Question,
  sum: number,
  column: () => Float32Array,
  checkDeadline: () => void,
): { innerExact: Float32Array; innerSoft: Float32Array } {
  const lines = units.inner.length
  const { inner, outer, count, head, innerLines, outerLines } = units
  const cover = (matrix: Uint8Array, of: Int32Array) =>
    covered(matrix, of, count, lines, question, sum, checkDeadline)
  const innerExactOf = cover(matches.exact, inner)
  const innerSoftOf = cover(matches.meaning, inner)
  const outerExactOf = cover(matches.exact, outer)
  const outerSoftOf = cover(matches.meaning, outer)
  const density = new Float32Array(count)
  const topSoft = new Float32Array(count)
  const topNeighbours = new Float32Array(count)
  const wholeSum = new Float32Array(count)
  const wholeMass = new Float32Array(count)
  for (let i = 0; i < lines; i++) {
    if ((i & 1023) === 0) checkDeadline()
    const u = inner[i]!
    density[u]! += matches.bm25[i]! / innerLines[u]!
    if (matches.soft[i]! > topSoft[u]!) topSoft[u] = matches.soft[i]!
    if (matches.neighbours[i]! > topNeighbours[u]!) topNeighbours[u] = matches.neighbours[i]!
    wholeSum[u]! += matches.wholeSum[i]!
    wholeMass[u]! += matches.wholeMass[i]!
  }
  const innerExact = column()
  const innerSoft = column()
  const columns = Array.from({ length: 17 }, column)
  for (let i = 0; i < lines; i++) {
    if ((i & 1023) === 0) checkDeadline()
    const u = inner[i]!
    const top = outer[i]!
    const start = head[u]!
    innerExact[i] = innerExactOf[u]!
    innerSoft[i] = innerSoftOf[u]!
    columns[0]![i] = density[u]!
    columns[1]![i] = topSoft[u]!
    columns[2]![i] = matches.soft[start]!
    columns[3]![i] = matches.bm25[start]!
    columns[4]![i] = wholeMass[u]! > 0 ? wholeSum[u]! / wholeMass[u]! : 0
    columns[5]![i] = Math.log(1 + innerLines[u]!) / 6
    columns[6]![i] = Math.max(0, Math.min(1, (i - start) / innerLines[u]!))
    columns[7]![i] = outerExactOf[top]!
    columns[8]![i] = outerSoftOf[top]!
    columns[9]![i] = matches.soft[head[top]!]!
    columns[10]![i] = Math.log(1 + outerLines[top]!) / 8
    columns[11]![i] = Math.max(-1, Math.min(2, (indents[i]! - indents[start]!) / 8))
    columns[12]![i] = topNeighbours[u]!
    columns[13]![i] = matches.neighbours[start]!
    columns[14]![i] = matches.neighbours[head[top]!]!
    columns[15]![i] = matches.named[start]!
    columns[16]![i] = matches.named[head[top]!]!
  }
  return { innerExact, innerSoft }
}

/** Share of the question's weight that each unit's lines match together. */
function covered(
  matrix: Uint8Array,
  of: Int32Array,
  count: number,
  lines: number,
  question: Question,
  sum: number,
  checkDeadline: () => void,
): Float32Array {
  const total = new Float32Array(count)
  const best = new Uint8Array(count)
  for (let q = 0; q < question.terms.length; q++) {
    checkDeadline()
    best.fill(0)
    for (let i = 0; i < lines; i++) {
      const value = matrix[q * lines + i]!
      if (value > best[of[i]!]!) best[of[i]!] = value
    }
    const scale = question.weights[q]! / sum / 255
    for (let u = 0; u < count; u++) total[u]! += best[u]! * scale
  }
  return total
}
