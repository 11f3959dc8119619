// Plain words of the question that stand in few lines of a long text: where a word stands fourteen times
// in six thousand lines, those fourteen are what a search would bring, and a reader expects no less.

import { goalTerms, isDirectQuestion, isStopWord } from '../question/goal.js'
import { isOrdinary } from '../question/ordinary-words.js'
import { wordsOf } from '../text/words.js'
import type { ScoringInput } from '../types.js'
import type { NamedLines } from './named-lines.js'

/** Words that say what the reader does, not what the text is about. */
const GENERIC = new Set(
  wordsOf(
    `read file files look see check find understand structure section code implementation current existing
    need needed want wants change changes first start now let me show tell explain whole full context
    section sections line lines happen happens work works working many much long large list give given
    issue problem fix add update handle handled handling run running test tests function method class
    value values name names type types call calls user task question answer text content
    whether least instead without because while several current currently same different every exactly
    actually really please might must may after before again during always never still just even`,
  ),
)
/** A text is long by its lines or, where those are long ones, by its characters. */
const LONG_TEXT = { lines: 200, characters: 10_000 } as const
/** A word in more lines than this, or in more than this share of them, is not rare. */
const MOST_LINES = 150
const MOST_SHARE = 0.04
/** Only the rarest word and those nearly as rare decide. */
const NEARLY = 3

/** In code so many lines of a word are taken for its definition and where it is spoken of. */
const MOST_IN_CODE = 3
const FEW_WORDS = 6

/** Whether a question is in a few words: each of them is then meant. */
export function isShort(goal: string): boolean {
  return specificTerms(goal).length <= FEW_WORDS
}

/**
 * The rarest words of the question and their lines; none in a short text or where all are common. A passage
 * of code is found by more than one word: in a long question a rare one is as often "whether" as what was meant.
 */
export function rareWords(input: ScoringInput): NamedLines[] {
  const { goal, split, family } = input
  if (split.count < LONG_TEXT.lines && split.text.length < LONG_TEXT.characters) return []
  const isCode = family === 'code'
  if (isCode && !(isDirectQuestion(goal) && isShort(goal))) return []
  const most = Math.max(4, Math.min(MOST_LINES, MOST_SHARE * split.count))
  const rare = isCode
    ? linesOfTerms(input, MOST_IN_CODE).filter(({ literal }) => !isOrdinary(literal))
    : linesOfTerms(input, most)
  const rarest = Math.min(...rare.map(({ lines }) => lines.length))
  return rare
    .filter(({ lines }) => lines.length <= NEARLY * rarest + 1)
    .map(({ literal, lines }) => ({ literal: asWritten(goal, literal), lines }))
}

/** The stems of the question's own words that stand in at most so many lines, and those lines. */
export function linesOfTerms(
  { goal, words, split, checkDeadline }: ScoringInput,
  most: number,
): NamedLines[] {
  const found = new Map<number, { readonly literal: string; readonly lines: number[] }>()
  for (const literal of specificTerms(goal)) {
    const number = words.vocabulary.find(literal)
    if (number !== undefined) found.set(number, { literal, lines: [] })
  }
  if (found.size === 0) return []
  // Most words are none of them, and a table says so sooner than a map.
  const isTerm = new Uint8Array(words.vocabulary.stems.length)
  for (const number of found.keys()) isTerm[number] = 1
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    for (let w = words.starts[i]!; w < words.starts[i + 1]!; w++) {
      if (isTerm[words.ids[w]!] === 0) continue
      const lines = found.get(words.ids[w]!)?.lines
      if (lines !== undefined && lines.length <= most && lines.at(-1) !== i) lines.push(i)
    }
  }
  return [...found.values()].filter(({ lines }) => lines.length > 0 && lines.length <= most)
}

/** The word of the question behind a stem: what a reader is told must be what was asked. */
function asWritten(goal: string, stem: string): string {
  const written = goal.match(/[\p{L}\p{N}_]{3,40}/gu) ?? []
  return written.find((word) => goalTerms(word).includes(stem)) ?? stem
}

/** The question's words without those that every question has. */
export function specificTerms(goal: string): string[] {
  return goalTerms(goal).filter(
    (term) => term.length >= 3 && !GENERIC.has(term) && !isStopWord(term),
  )
}

/** Whether the text holds no word of the question but such as every question has. */
export function isSilent({ goal, words }: ScoringInput): boolean {
  return goalTerms(goal).every(
    (term) => GENERIC.has(term) || words.vocabulary.find(term) === undefined,
  )
}
