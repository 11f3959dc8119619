// What the question names and the text does not hold: saying so saves the reader a search that cannot
// succeed. Only what was looked for to the letter, in any case, is called absent.

import { goalTerms, isDirectQuestion } from '../question/goal.js'
import { isOrdinary } from '../question/ordinary-words.js'
import type { ScoringInput } from '../types.js'
import { isName, isSought, type NamedLines } from './named-lines.js'
import { isShort, specificTerms } from './rare-words.js'

const MOST_NAMES = 3

/**
 * Names that occur nowhere, and the words of a short question that are about something; where not even a word
 * of the question occurs, its words. What answers without any of them, an error or a number, leaves only names.
 */
export function missingNames(
  input: ScoringInput,
  named: readonly NamedLines[],
  isAnswered: boolean,
): string[] {
  const { split, words, goal, checkDeadline } = input
  const suspects = named
    .filter(({ literal, lines }) => lines.length === 0 && isSought(input, literal))
    .map(({ literal }) => literal)
  const isSilent =
    !isAnswered && goalTerms(goal).every((term) => words.vocabulary.find(term) === undefined)
  // Beside what was found, a word may only say in other words what stands there.
  const isFound = named.some(({ literal, lines }) => lines.length > 0 && !isOrdinaryWord(literal))
  if (!isSilent && !isAnswered && !isFound && isDirectQuestion(goal) && isShort(goal))
    suspects.push(...unmatched(input, suspects))
  if (suspects.length === 0 && !isSilent) return []
  checkDeadline()
  const text = split.text.toLowerCase()
  const isAbsent = (name: string) => !text.includes(lastPart(name).toLowerCase())
  const missing = first(MOST_NAMES, suspects, isAbsent)
  if (missing.length > 0 || !isSilent) return missing
  return first(MOST_NAMES, wordsIn(goal), (word) => isAbsent(word) && !isOrdinaryWord(word))
}

/** No more are looked at than it takes: each is looked for in the whole text. */
function first(
  most: number,
  names: readonly string[],
  isWanted: (name: string) => boolean,
): string[] {
  const found: string[] = []
  for (const name of names) {
    if (found.length === most) break
    if (isWanted(name)) found.push(name)
  }
  return found
}

/** A text may call a member by its own name: of `Array.prototype.splice` that is `splice`. */
function lastPart(name: string): string {
  const part =
    /^[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*(?:\.|::|#)([A-Za-z_$][\w$]{2,})$/.exec(name)
  return part?.[1] ?? name
}

const isOrdinaryWord = (word: string): boolean => specificTerms(word).every(isOrdinary)

/** Specific words of the question with which no word of the text begins, nor the other way, as they are written. */
function unmatched(
  { goal, words, checkDeadline }: ScoringInput,
  names: readonly string[],
): string[] {
  const rest = names.reduce((text, name) => text.replaceAll(name, ' '), goal)
  const missing = new Set(
    specificTerms(rest).filter((term) => term.length >= LEAST_LETTERS && !isOrdinary(term)),
  )
  const { stems } = words.vocabulary
  for (let i = 0; i < stems.length && missing.size > 0; i++) {
    if ((i & 1023) === 0) checkDeadline()
    for (const term of missing) if (isRelated(stems[i]!, term)) missing.delete(term)
  }
  return wordsIn(rest).filter((word) => goalTerms(word).some((term) => missing.has(term)))
}

const LEAST_LETTERS = 4

function isRelated(stem: string, term: string): boolean {
  return stem.startsWith(term) || (stem.length >= LEAST_LETTERS && term.startsWith(stem))
}

const AUXILIARY = /^(?:did|does|done|doing|had|having|been|being|may|might|must|shall|ought)$/i

/** The question's own words, as they are written. */
function wordsIn(goal: string): string[] {
  const terms = new Set(goalTerms(goal))
  const written = goal.slice(0, 400).match(/[\p{L}\p{N}_]{3,40}/gu) ?? []
  return [...new Set(written)].filter(
    (word) => !AUXILIARY.test(word) && goalTerms(word).some((term) => terms.has(term)),
  )
}

/** Names that more lines hold than an answer shows. */
export function countedNames(
  named: readonly NamedLines[],
  kept: Uint8Array,
): { literal: string; lines: number }[] {
  return named
    .filter(({ literal, lines }) => {
      if (lines.length < 5 || !isName(literal)) return false
      return lines.some((line) => kept[line] === 0)
    })
    .slice(0, 2)
    .map(({ literal, lines }) => ({ literal, lines: lines.length }))
}
