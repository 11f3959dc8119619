// What the question names and the text does not hold: saying so saves the reader a search that cannot
// succeed. Only what was looked for to the letter, in any case, is called absent.
import type { ScoringInput } from '../types.js'
import { goalTerms } from './goal.js'
import { isName, type NamedLines } from './named-lines.js'

const MOST_NAMES = 3

/**
 * Names that occur nowhere; where not even a word of the question does, its words. An error that is shown
 * answers *why did it fail* without any of them, so beside one only names are called absent.
 */
export function missingNames(
  { split, words, goal, checkDeadline }: ScoringInput,
  named: readonly NamedLines[],
  isErrorShown: boolean,
): string[] {
  const suspects = named
    .filter(({ literal, lines }) => lines.length === 0 && isName(literal))
    .map(({ literal }) => literal)
  const isSilent =
    !isErrorShown && goalTerms(goal).every((term) => words.vocabulary.find(term) === undefined)
  if (suspects.length === 0 && !isSilent) return []
  checkDeadline()
  const text = split.text.toLowerCase()
  const isAbsent = (name: string) => !text.includes(name.toLowerCase())
  const missing = suspects.filter(isAbsent)
  if (missing.length > 0 || !isSilent) return missing.slice(0, MOST_NAMES)
  return wordsIn(goal).filter(isAbsent).slice(0, MOST_NAMES)
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
