// Lines of thousands of characters (minified code, a whole JSON document, a log record with its payload)
// are shortened: their beginning and the pieces that contain the question's words are shown. Pieces end where
// members, statements or words do, so that they can be read.

import type { Question } from '../question/question.js'
import { shortUnits } from '../text/units.js'
import { tokensIn } from '../tokens/estimate.js'
import { MARK_TOKENS } from '../tokens/mark-tokens.js'
import type { LineParts, ScoringInput } from '../types.js'

/** From this many characters on a line is shortened. */
const LONG = 1000
const PIECE = 160
const MIN_LENGTH = 40
/** How far a piece may extend for a good place to end. */
const STRETCH = 120
/** Tokens of one line's pieces; a text that is one line gets more. */
const LINE_TOKENS = 500
const TEXT_TOKENS = 2000
const MAX_TERMS = 24
const LITERAL_WEIGHT = 4
/** Pieces worth less than this many fifths of the best one are not shown. */
const MIN_STEP = 3

type Piece = LineParts['pieces'][number]

/** A line that is this share of its text is shown in part whatever its probability: without it little is left. */
const MAX_OF_TEXT = 0.4

export interface LongLines {
  /** The shown pieces of shortened lines. */
  readonly inside: readonly LineParts[]
  /** What each line costs with its pieces. */
  readonly tokens: Float32Array
  /** Lines that make up most of their text. */
  readonly mostOfText: readonly number[]
}

export function cutLongLines(input: ScoringInput, lineTokens: Float32Array): LongLines {
  const { split, checkDeadline } = input
  const inside: LineParts[] = []
  const mostOfText: number[] = []
  const tokens = lineTokens.slice()
  let terms: readonly QuestionTerm[] | undefined
  for (let line = 0; line < split.count; line++) {
    const from = split.starts[line]!
    const end = split.ends[line]!
    if (end - from <= LONG) continue
    checkDeadline()
    terms ??= questionTerms(input.question)
    const text = split.text.slice(from, end)
    const isMost = end - from > MAX_OF_TEXT * split.text.length
    const room = isMost ? TEXT_TOKENS : LINE_TOKENS
    const pieces = piecesOf(text, terms, room, checkDeadline)
    const shown = pieces.reduce((sum, piece) => sum + costOf(text, piece), 1)
    if (shown >= tokens[line]!) continue
    tokens[line] = shown
    if (isMost) mostOfText.push(line)
    inside.push({ line: line + 1, pieces })
  }
  return { inside, tokens, mostOfText }
}

interface QuestionTerm {
  readonly word: string
  readonly weight: number
}

function questionTerms(question: Question): QuestionTerm[] {
  const literals = question.literals.map((literal) => literal.toLowerCase())
  const terms = question.terms.filter((term) => term.length > 2)
  return [
    ...literals.map((word) => ({ word, weight: LITERAL_WEIGHT })),
    ...terms.flatMap(writtenAs).map((word) => ({ word, weight: 1 })),
  ].slice(0, MAX_TERMS)
}

/** A stem as it occurs in a line: for `retry` it is the beginning of `retries`. */
const writtenAs = (stem: string): string[] =>
  stem.endsWith('i') ? [stem, `${stem.slice(0, -1)}y`] : [stem]

const costOf = (text: string, { from, to }: Piece): number =>
  tokensIn(shortUnits(text.slice(from, to)), 0, to - from) + MARK_TOKENS

function piecesOf(
  text: string,
  terms: readonly QuestionTerm[],
  room: number,
  checkDeadline: () => void,
): Piece[] {
  const all = segmentsOf(text)
  const lower = text.toLowerCase()
  const occurs = terms.map(({ word }) => new Uint8Array(all.length).fill(word === '' ? 1 : 0))
  // Where each word occurs, found in the whole line at once.
  terms.forEach(({ word }, a) => {
    let piece = 0
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
      while (piece < all.length - 1 && all[piece]!.to <= at) piece++
      occurs[a]![piece] = 1
    }
    checkDeadline()
  })
  const rarity = occurs.map((column) => {
    const count = column.reduce((sum, one) => sum + one, 0)
    return count === 0 ? 0 : Math.log(1 + all.length / count)
  })
  const worth = all.map((_, p) =>
    terms.reduce((sum, { weight }, a) => sum + occurs[a]![p]! * weight * rarity[a]!, 0),
  )
  return joined(choose(text, all, worth, room))
}

/** The beginning, then the best pieces while there is room; if no piece contains a word, the end too. */
function choose(
  text: string,
  all: readonly Piece[],
  worth: readonly number[],
  room: number,
): Piece[] {
  const top = worth.reduce((most, one) => Math.max(most, one), 0)
  const chosen = new Set<number>([0])
  let left = room - costOf(text, all[0]!)
  if (top === 0) return inOrder(chosen.add(all.length - 1), all)
  // In steps of a fifth of the best: within a step pieces are equal and come in reading order.
  for (let step = 5; step >= MIN_STEP; step--) {
    for (let p = 0; p < all.length; p++) {
      if (chosen.has(p) || worth[p]! <= 0 || worth[p]! < (top * (step - 1)) / 5) continue
      if (worth[p]! > (top * step) / 5) continue
      const cost = costOf(text, all[p]!)
      if (cost > left) return inOrder(chosen, all)
      left -= cost
      chosen.add(p)
    }
  }
  return inOrder(chosen, all)
}

const inOrder = (chosen: ReadonlySet<number>, all: readonly Piece[]): Piece[] =>
  [...chosen].sort((a, b) => a - b).map((p) => all[p]!)

function joined(pieces: readonly Piece[]): Piece[] {
  const runs: { from: number; to: number }[] = []
  for (const { from, to } of pieces) {
    const last = runs.at(-1)
    if (last !== undefined && last.to === from) last.to = to
    else runs.push({ from, to })
  }
  return runs
}

function segmentsOf(text: string): Piece[] {
  const pieces: Piece[] = []
  for (let from = 0; from < text.length; ) {
    const to = endOf(text, from)
    pieces.push({ from, to })
    from = to
  }
  return pieces
}

/** Where a piece may end: after a record or a statement, after a member, after a word. */
const RECORD = 3
const MEMBER = 2
const WORD = 1

function endingAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const next = text.charCodeAt(at + 1)
  // `},` ends a record, `;` and `}` a statement; `,"` and `,[` begin a member.
  if (unit === 44 && text.charCodeAt(at - 1) === 125) return RECORD
  if (unit === 59 || (unit === 125 && next !== 44 && next !== 59)) return RECORD
  if (unit === 44 && (next === 34 || next === 123 || next === 91)) return MEMBER
  return unit === 32 || unit === 44 || unit === 9 ? WORD : 0
}

/**
 * The best place to end near a piece's usual length, the first of equal ones beyond it and the last before it;
 * never inside a pair of surrogates.
 */
function endOf(text: string, from: number): number {
  const usual = from + PIECE
  if (usual + STRETCH >= text.length) return text.length
  let best = 0
  let end = -1
  for (let at = from + MIN_LENGTH; at < usual + STRETCH; at++) {
    if (at >= usual && best === RECORD) break
    const ending = endingAt(text, at)
    if (ending < best || ending === 0 || (ending < RECORD && at < usual)) continue
    if (ending === best && at >= usual) continue
    best = ending
    end = at + 1
  }
  if (end >= 0) return end
  const unit = text.charCodeAt(usual)
  return unit >= 0xdc00 && unit <= 0xdfff ? usual + 1 : usual
}
