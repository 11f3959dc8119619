// Plain words of the question on few lines of a long text: if a word occurs fourteen times
// in six thousand lines, those fourteen are what a search would return, and a reader expects no less.

import { GENERIC_WORDS, ORDINARY_WORDS } from '../question/filler-words.js'
import { aliasesOf } from '../scorer/columns/aliases.js'
import { Kind } from '../text/line-kinds.js'
import type { ScoringInput } from '../types.js'
import type { NamedLines } from './names.js'

/** A text is long by its lines or, if those are long, by its characters. */
const LONG_TEXT = { lines: 200, characters: 10_000 } as const
/** A word on more lines than this, or on more than this share of them, is not rare. */
const MAX_LINES = 150
const MAX_SHARE = 0.04
/** Only the rarest word and those nearly as rare decide. */
const NEARLY = 3

/** In code up to so many lines are taken for a word's definition and its uses, besides what comments say. */
const MAX_IN_CODE = 4
const MAX_WITH_COMMENTS = 12

/**
 * The rarest words of the question and their lines; none in a short text or if all are common. A passage
 * of code is found by more than one word: in a long question a rare one may as well be "whether".
 */
export function rareWords(input: ScoringInput): NamedLines[] {
  const { question, split, family } = input
  if (split.count < LONG_TEXT.lines && split.text.length < LONG_TEXT.characters) return []
  const isCode = family === 'code'
  if (isCode && !question.isPlain) return []
  const most = Math.max(4, Math.min(MAX_LINES, MAX_SHARE * split.count))
  const rare = isCode
    ? linesInCode(input).filter(({ literal }) => !ORDINARY_WORDS.has(literal))
    : linesOfTerms(input, most)
  const rarest = Math.min(...rare.map(({ lines }) => lines.length))
  return rare
    .filter(({ lines }) => lines.length <= NEARLY * rarest + 1)
    .map(({ literal, lines }) => ({ literal: question.writtenAs(literal), lines }))
}

const linesInCode = (input: ScoringInput): NamedLines[] =>
  linesOfTerms(input, MAX_WITH_COMMENTS)
    .map(({ literal, lines }) => ({ literal, lines: inStatements(input, lines) }))
    .filter(({ lines }) => lines.length <= MAX_IN_CODE)

/** Of code, without the lines of comments, unless all are. */
export function inStatements(
  { family, question, structure }: ScoringInput,
  lines: readonly number[],
): readonly number[] {
  if (family !== 'code' || !question.isDirect) return lines
  const stated = lines.filter((line) => structure.kinds[line] !== Kind.Comment)
  return stated.length > 0 ? stated : lines
}

/** The stems of the question's own words that occur on at most so many lines, and those lines. */
export function linesOfTerms(
  { question, words, split, checkDeadline }: ScoringInput,
  most: number,
): NamedLines[] {
  const found = new Map<number, { readonly literal: string; readonly lines: number[] }>()
  for (const literal of question.specific) {
    const own = words.vocabulary.find(literal)
    const others = own === undefined && question.isPlain ? [...aliasesOf(literal)] : []
    const numbers = [own, ...others.map((name) => words.vocabulary.find(name))]
    for (const number of numbers)
      if (number !== undefined && !found.has(number)) found.set(number, { literal, lines: [] })
  }
  if (found.size === 0) return []
  // Most words are not among them, which a table shows faster than a map.
  const isTerm = new Uint8Array(words.vocabulary.size)
  for (const number of found.keys()) isTerm[number] = 1
  const { ids, starts } = words
  checkDeadline()
  for (let i = 0; i < split.count; i++) {
    const end = starts[i + 1]!
    for (let w = starts[i]!; w < end; w++) {
      if (isTerm[ids[w]!] === 0) continue
      const lines = found.get(ids[w]!)?.lines
      if (lines !== undefined && lines.length <= most && lines.at(-1) !== i) lines.push(i)
    }
  }
  return [...found.values()].filter(({ lines }) => lines.length > 0 && lines.length <= most)
}

/** Whether the text contains no word of the question except those of every question. */
export function isSilent({ question, words }: ScoringInput): boolean {
  return question.terms.every(
    (term) => GENERIC_WORDS.has(term) || words.vocabulary.find(term) === undefined,
  )
}
