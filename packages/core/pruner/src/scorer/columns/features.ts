// The network's input for each line. Training reads the same columns from this code, so the two
// cannot diverge.

import { referencesIn } from '../../question/references.js'
import { taskOf } from '../../question/task.js'
import type { WordIndex } from '../../text/words.js'
import { maximum, triangle } from '../filters.js'
import { HINT_COLUMNS, type LineColumn, MEAN_COLUMNS } from './column-names.js'
import { ColumnTable, clamp, clamped, fromCosine, shareOfTop, squash, squashed } from './columns.js'
import { FadingCovers, fadingMean } from './fading.js'
import { feedback } from './feedback.js'
import { type LineMatches, matchLines } from './line-matches.js'
import { signColumns } from './line-signs.js'
import { findNearPairs } from './matches.js'
import { definitionColumn, placeNames } from './name-columns.js'
import { nestLines } from './nesting.js'
import { shapeColumns } from './shape-columns.js'
import type { ScoredView, StretchPlace } from './stretches.js'
import { taskColumns } from './task-columns.js'
import { unitColumns } from './unit-columns.js'
import type { WordVectors } from './vectors.js'
import { rarity, readContext, readTask, type WeightedTerms, weighTerms } from './weighted-terms.js'

/** Every column is from 0 to 1; the network's first layer refuses one that is not. */
export function extractFeatures(
  input: ScoredView,
  vectors: WordVectors,
  place: StretchPlace = { from: 0, textLines: input.split.count },
  table: ColumnTable = new ColumnTable(input.split.count),
): ColumnTable {
  const { split, words: text, structure, context = '', checkDeadline } = input
  const lines = split.count
  if (lines === 0) return table
  const frequency = documentFrequency(text, lines, checkDeadline)
  const rarityOf = rarities(frequency, lines)
  checkDeadline()
  const question = weighTerms(input.question, text, frequency, lines, vectors)
  const call = readContext(context, text, frequency, lines)
  const pairs = findNearPairs(text, question, vectors, checkDeadline)
  const matches = matchLines(text, lines, question, pairs, call, rarityOf, checkDeadline)
  const units = nestLines(structure)
  table.units = units.inner
  const names = placeNames(text, lines, question.names)
  const sum = question.weights.reduce((a, b) => a + b, 0) || 1
  checkDeadline()
  signColumns(split, text, table, checkDeadline)
  table.copy('error near', clamped(triangle(table.column('tells error'), 3), 4))
  shapeColumns(split, place, text, structure, units, matches, table, checkDeadline)
  matchColumns(matches, table)
  table.copy('name', names.best)
  table.copy('context name', placeNames(text, lines, call.names).best)
  definitionColumn(names.best, structure, table)
  unitColumns(units, structure.indents, matches, names.best, question, sum, table, checkDeadline)
  windowColumns(matches, names.best, question, sum, table, checkDeadline)
  checkDeadline()
  feedbackColumns(text, question, frequency, rarityOf, table)
  checkDeadline()
  relativeColumns(table)
  checkDeadline()
  const hasNumber = referenceColumn(input, table)
  const task = taskOf(input)
  if (task !== '') {
    const about = readTask(task, text, frequency, lines, vectors)
    taskColumns(text, about, units, structure, table, checkDeadline)
    table.setText('has task', 1)
    table.setText('task present', clamp(about.present))
  }

  textColumns(input, question, sum, place, table)
  table.setText('names present', squash(names.found, 1))
  table.setText('has line number', hasNumber ? 1 : 0)
  for (const name of MEAN_COLUMNS) table.setText(`mean of ${name}`, table.mean(name))
  return table
}

/** The goal and the text as a whole. */
function textColumns(
  { context = '', firstLine, family }: ScoredView,
  question: WeightedTerms,
  sum: number,
  place: StretchPlace,
  table: ColumnTable,
): void {
  const named = question.weights.reduce((a, b, q) => a + b * question.named[q]!, 0)
  const present = question.weights.reduce((a, b, q) => a + (question.numbers[q]! < 0 ? 0 : b), 0)
  table.setText('terms', squash(question.terms.length, 8))
  table.setText('lines', squash(place.textLines, 200))
  table.setText('terms present', clamp(present / sum))
  table.setText('top soft near', maximum(table.column('soft near')))
  table.setText('terms named', clamp(named / sum))
  table.setText('has context', context === '' ? 0 : 1)
  table.setText('begins later', squash(Math.max(0, firstLine - place.from - 1), 100))
  for (const [at, name] of HINT_COLUMNS.entries()) table.setText(name, question.hints[at]!)
  table.setText(`family ${family}`, 1)
}

/** The line itself. */
function matchColumns(matches: LineMatches, table: ColumnTable): void {
  squashed(table.copy('exact', matches.bm25), 0.1)
  squashed(table.copy('soft', matches.soft), 0.2)
  squashed(table.copy('spelling', matches.spelling), 0.2)
  table.copy('named', clamped(matches.named))
  table.copy('neighbours', matches.neighbours)
  table.copy('best term', clamped(matches.best))
  table.copy('rare term', clamped(matches.rare))
  table.copy('context', matches.context)
  table.copy('asked or context', matches.both)
  const meaning = table.column('meaning')
  for (let i = 0; i < meaning.length; i++) {
    const mass = matches.wholeMass[i]!
    meaning[i] = mass > 0 ? fromCosine(matches.wholeSum[i]! / mass) : 0.5
  }
}

const ANY = 1
const SAME = 255
const TERMS = ['term 1', 'term 2', 'term 3', 'term 4'] as const

/** The lines around it. */
function windowColumns(
  matches: LineMatches,
  names: Float32Array,
  question: WeightedTerms,
  sum: number,
  table: ColumnTable,
  checkDeadline: () => void,
): void {
  const near = (name: LineColumn, source: Float32Array, reach: number, half: number) => {
    checkDeadline()
    // A name or a call that no line contains has nothing near it either.
    if (maximum(source) > 0) squashed(triangle(source, reach, table.column(name)), half)
  }
  near('exact near', matches.bm25, 8, 0.5)
  near('soft near', matches.soft, 8, 1)
  near('named near', matches.named, 8, 1)
  near('neighbours near', matches.neighbours, 3, 0.5)
  near('context near', matches.context, 4, 1)
  near('name near', names, 6, 1)
  const { meaning: matched, stride, bm25 } = matches
  const covers = new FadingCovers(matched, stride, bm25.length, 2 + TERMS.length)
  const [exact, soft, own] = [0, 1, 2]
  for (let q = 0; q < question.terms.length; q++) {
    if (matches.isMatched[q] === 0) continue
    checkDeadline()
    const share = question.weights[q]! / sum
    if (question.numbers[q]! >= 0) covers.add(q, SAME, share, exact)
    covers.add(q, ANY, share, soft)
    // The heaviest terms one by one as well.
    const name = TERMS[q]
    if (name === undefined) continue
    covers.add(q, ANY, 1, own + q)
    covers.read(own + q, table.column(name))
  }
  for (const [cover, kind] of [
    [exact, 'exact'],
    [soft, 'soft'],
  ] as const) {
    const narrow = table.column(`${kind} cover narrow`)
    const wide = table.column(`${kind} cover wide`)
    covers.read(cover, narrow, wide)
    clamped(narrow)
    clamped(wide)
  }
  const meaning = table.column('meaning near')
  fadingMean(matches.wholeSum, matches.wholeMass, 0.8, meaning)
  for (let i = 0; i < meaning.length; i++) meaning[i] = fromCosine(meaning[i]!)
}

function feedbackColumns(
  text: WordIndex,
  question: WeightedTerms,
  frequency: Int32Array,
  rarityOf: Float32Array,
  table: ColumnTable,
): void {
  const first = table.column('soft cover narrow').slice()
  const soft = table.column('soft')
  for (let i = 0; i < first.length; i++) first[i]! += 0.5 * soft[i]!
  const fed = table.copy('feedback', feedback(text, first, question, frequency, rarityOf))
  table.copy('feedback near', squashed(triangle(fed, 4), 1))
}

/** Relative to the text: as a share of its best line. */
function relativeColumns(table: ColumnTable): void {
  const pairs: readonly (readonly [from: LineColumn, to: LineColumn])[] = [
    ['exact near', 'exact near, relative'],
    ['soft near', 'soft near, relative'],
    ['soft cover narrow', 'soft cover, relative'],
    ['unit soft', 'unit soft, relative'],
    ['soft', 'soft, relative'],
    ['feedback near', 'feedback near, relative'],
    ['exact', 'exact, relative'],
    ['unit exact', 'unit exact, relative'],
    ['context', 'context, relative'],
    ['asked or context', 'asked or context, relative'],
  ]
  for (const [from, to] of pairs) shareOfTop(table.column(from), table.column(to))
  standardised(table.column('meaning near'), table.column('meaning near, standardised'))
}

/** Lines that the goal refers to by number, and their neighbours. */
function referenceColumn(input: ScoredView, table: ColumnTable): boolean {
  const references = referencesIn(input)
  const out = table.column('line number')
  const reach = 12
  for (const [from, to] of references) {
    const last = Math.min(out.length - 1, to + reach)
    for (let i = Math.max(0, from - reach); i <= last; i++) {
      const distance = Math.max(0, from - i, i - to)
      out[i] = Math.max(out[i]!, 1 - distance / (reach + 1))
    }
  }
  return references.length > 0
}

function documentFrequency(text: WordIndex, lines: number, checkDeadline: () => void): Int32Array {
  const count = new Int32Array(text.vocabulary.size)
  const seen = new Int32Array(count.length).fill(-1)
  const { ids, starts } = text
  for (let i = 0; i < lines; i++) {
    if ((i & 1023) === 0) checkDeadline()
    const end = starts[i + 1]!
    for (let at = starts[i]!; at < end; at++) {
      const w = ids[at]!
      if (seen[w] === i) continue
      seen[w] = i
      count[w]!++
    }
  }
  return count
}

/** Per word; most words are on few lines, so a rarity is computed once for each number of lines. */
function rarities(frequency: Int32Array, lines: number): Float32Array {
  const known = new Float32Array(lines + 1).fill(-1)
  const found = new Float32Array(frequency.length)
  for (let w = 0; w < found.length; w++) {
    const times = frequency[w]!
    if (known[times] === -1) known[times] = rarity(times, lines)
    found[w] = known[times]!
  }
  return found
}

/** Spreads from the mean, -2…4, as 0…1. */
function standardised(source: Float32Array, out: Float32Array): void {
  let sum = 0
  let squares = 0
  for (let i = 0; i < source.length; i++) {
    sum += source[i]!
    squares += source[i]! * source[i]!
  }
  const mean = sum / source.length
  const spread = Math.sqrt(Math.max(1e-8, squares / source.length - mean * mean))
  for (let i = 0; i < source.length; i++) out[i] = clamp(((source[i]! - mean) / spread + 2) / 6)
}
