// What the network is shown of each line: columns of numbers, one value a line, most between 0 and 1.
// Training reads the same columns from this code, so the two cannot drift apart.
import type { WordIndex } from '../../split/words.js'
import type { ScoringInput } from '../../types.js'
import { triangle } from '../filters.js'
import { addFadingBest, fadingMean } from './fading.js'
import { feedback } from './feedback.js'
import { markLines } from './line-marks.js'
import { matchLines } from './line-matches.js'
import { findNearPairs } from './matches.js'
import { nestLines } from './nesting.js'
import { HINT_COUNT, rarity, readQuestion } from './question.js'
import { shapeColumns } from './shape-columns.js'
import { unitColumns } from './unit-columns.js'
import type { WordVectors } from './vectors.js'

const LINE = 8
const WINDOW = 10
const UNIT = 19
const RELATIVE = 9
const SHAPE = 24
const TERMS = 4
const WHOLE = 5 + HINT_COUNT
/** Columns in all. The last `CONSTANT_COLUMNS` have one value for the whole text. */
export const COLUMNS = LINE + WINDOW + UNIT + RELATIVE + SHAPE + TERMS + WHOLE
export const CONSTANT_COLUMNS = WHOLE

export interface Features {
  readonly lines: number
  /** Column `c` is `values[c * lines]` … `values[(c + 1) * lines - 1]`. */
  readonly values: Float32Array
  /** Whether any line has anything of the goal. */
  readonly isTouched: boolean
}

export function extractFeatures(input: ScoringInput, vectors: WordVectors): Features {
  const { split, words: text, structure, goal, checkDeadline } = input
  const lines = split.count
  const values = new Float32Array(COLUMNS * lines)
  if (lines === 0) return { lines, values, isTouched: false }
  const frequency = documentFrequency(text, lines)
  const rarityOf = Float32Array.from(frequency, (n) => rarity(n, lines))
  checkDeadline()
  const question = readQuestion(goal, text, frequency, lines, vectors)
  const pairs = findNearPairs(text, question, vectors, checkDeadline)
  const matches = matchLines(text, lines, question, pairs, rarityOf, checkDeadline)
  const units = nestLines(structure)
  checkDeadline()

  let next = 0
  // Every column is asked for just before it is filled, so the clock is looked at often enough.
  const column = () => {
    checkDeadline()
    return values.subarray(next++ * lines, next * lines)
  }
  const copy = (source: Float32Array) => {
    const target = column()
    target.set(source)
    return target
  }
  const sum = question.weights.reduce((a, b) => a + b, 0) || 1

  // The line itself.
  copy(matches.bm25)
  const soft = copy(matches.soft)
  copy(matches.spelling)
  copy(matches.named)
  copy(matches.neighbours)
  copy(matches.best)
  const fed = column()
  const whole = column()
  for (let i = 0; i < lines; i++)
    whole[i] = matches.wholeMass[i]! > 0 ? matches.wholeSum[i]! / matches.wholeMass[i]! : 0

  // The lines around it.
  const exactWindow = copy(triangle(matches.bm25, 8))
  const softWindow = copy(triangle(matches.soft, 8))
  const covers = [column(), column(), column(), column()] as const
  const scratch = new Float32Array(lines)
  for (let q = 0; q < question.terms.length; q++) {
    checkDeadline()
    const share = question.weights[q]! / sum
    addFadingBest(matches.exact, q * lines, 0.8, share, covers[0], scratch)
    addFadingBest(matches.exact, q * lines, 0.95, share, covers[1], scratch)
    addFadingBest(matches.meaning, q * lines, 0.8, share, covers[2], scratch)
    addFadingBest(matches.meaning, q * lines, 0.95, share, covers[3], scratch)
  }
  for (let i = 0; i < lines; i++) scratch[i] = covers[2][i]! + 0.5 * soft[i]!
  fed.set(feedback(text, scratch, question, frequency, rarityOf))
  const fedWindow = copy(triangle(fed, 4))
  const wholeWindow = column()
  fadingMean(matches.wholeSum, matches.wholeMass, 0.8, wholeWindow)
  copy(triangle(matches.named, 8))
  copy(triangle(matches.neighbours, 3))

  // The definition it stands in.
  const unit = unitColumns(units, structure.indents, matches, question, sum, column, checkDeadline)

  // The text it stands in.
  for (const source of [
    exactWindow,
    softWindow,
    covers[2],
    unit.innerSoft,
    soft,
    fedWindow,
    matches.bm25,
    unit.innerExact,
  ]) {
    relative(source, column())
  }
  standardised(wholeWindow, column())

  // What it is, whatever the goal.
  const marks = markLines(split, checkDeadline)
  shapeColumns(split, text, structure, marks, units, matches, column, checkDeadline)

  // The weightiest terms one by one.
  for (let t = 0; t < TERMS; t++) {
    const target = column()
    if (t < question.terms.length)
      addFadingBest(matches.meaning, t * lines, 0.8, 1, target, scratch)
  }

  // The goal and the text as a whole.
  const named = question.weights.reduce((a, b, q) => a + b * question.named[q]!, 0)
  const present = question.weights.reduce((a, b, q) => a + (question.numbers[q]! < 0 ? 0 : b), 0)
  const constants = [
    Math.log(1 + question.terms.length) / 4,
    Math.log(1 + lines) / 8,
    present / sum,
    softWindow.reduce((a, b) => Math.max(a, b), 0),
    named / sum,
    ...question.hints,
  ]
  for (const value of constants) column().fill(value)
  return { lines, values, isTouched: soft.some((value) => value > 0) }
}

function documentFrequency(text: WordIndex, lines: number): Int32Array {
  const count = new Int32Array(text.vocabulary.stems.length)
  const seen = new Int32Array(count.length).fill(-1)
  for (let i = 0; i < lines; i++) {
    for (let at = text.starts[i]!; at < text.starts[i + 1]!; at++) {
      const w = text.ids[at]!
      if (seen[w] === i) continue
      seen[w] = i
      count[w]!++
    }
  }
  return count
}

/** As a share of the text's best line. */
function relative(source: Float32Array, out: Float32Array): void {
  let top = 0
  for (const value of source) if (value > top) top = value
  if (top === 0) return
  for (let i = 0; i < source.length; i++) out[i] = source[i]! / top
}

function standardised(source: Float32Array, out: Float32Array): void {
  let sum = 0
  let squares = 0
  for (const value of source) {
    sum += value
    squares += value * value
  }
  const mean = sum / source.length
  const spread = Math.sqrt(Math.max(1e-8, squares / source.length - mean * mean))
  for (let i = 0; i < source.length; i++)
    out[i] = Math.max(-2, Math.min(4, (source[i]! - mean) / spread)) / 2
}
