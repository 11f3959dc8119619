// Names of the question that the text does not contain: saying so saves the reader a search that cannot
// succeed. Only what was searched for literally, ignoring case, is called absent.

import { ORDINARY_WORDS } from '../question/filler-words.js'
import { isFrameWord } from '../question/shape-words.js'
import { shortFormsIn } from '../question/short-forms.js'
import { specificTerms, termsOf } from '../question/terms.js'
import type { SplitText } from '../text/lines.js'
import { linesWith } from '../text/literals.js'
import { searchIgnoringCase } from '../text/name-search.js'
import { someStem } from '../text/vocabulary.js'
import type { ScoringInput } from '../types.js'
import { isName, isSought, type NamedLines } from './names.js'

const MAX_NAMES = 3

/** Whether a word is too general to identify a text. */
const isOrdinaryWord = (word: string): boolean =>
  specificTerms(termsOf(word)).every((term) => ORDINARY_WORDS.has(term))

/**
 * Names that occur nowhere, and the content words of a short question; if not even one word
 * of the question occurs, its words. If errors or numbers answer without any of them, only names.
 */
export function missingNames(
  input: ScoringInput,
  named: readonly NamedLines[],
  isAnswered: boolean,
): string[] {
  const { split, words, question, checkDeadline } = input
  const suspects = named
    .filter(({ literal, lines }) => lines.length === 0 && isSought(input, literal))
    .map(({ literal }) => literal)
  const isSilent =
    !isAnswered && question.terms.every((term) => words.vocabulary.find(term) === undefined)
  // Next to a match, a word may only be a synonym of what is there.
  const isFound = named.some(({ literal, lines }) => lines.length > 0 && !isOrdinaryWord(literal))
  if (!isSilent && !isAnswered && !isFound && question.isPlain)
    suspects.push(...unmatched(input, suspects))
  // Nobody asked for the names in an agent's own words: each would only cost a search and tokens.
  if ((suspects.length === 0 || question.isImplicit) && !isSilent) return []
  checkDeadline()
  const contains = searchIgnoringCase(split)
  const isAbsent = (name: string) =>
    !singularsOf(lastPart(name)).some(contains) && shortFormsIn(name, split.text).length === 0
  const missing = first(MAX_NAMES, suspects, isAbsent)
  if (missing.length > 0 || !isSilent) return missing
  return first(
    MAX_NAMES,
    question.wordsWith(new Set(question.terms)),
    (word) => isAbsent(word) && !isOrdinaryWord(word),
  )
}

/** No more than needed: each is searched for in the whole text. */
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

/** A text may use a member's own name: for `Array.prototype.splice` that is `splice`. */
function lastPart(name: string): string {
  const part =
    /^[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*(?:\.|::|#)([A-Za-z_$][\w$]{2,})$/.exec(name)
  return part?.[1] ?? name
}

/** The name and, if it may be a plural, what it is a plural of: *operationIds* asks for each `operationId`. */
const singularsOf = (name: string): string[] =>
  /^[A-Za-z]+s$/.test(name) ? [name, name.slice(0, -1), name.replace(/es$/, '')] : [name]

/** Specific words of the question, as written, that share no prefix with a word of the text. */
function unmatched(
  { question, words, checkDeadline }: ScoringInput,
  names: readonly string[],
): string[] {
  const rest = question.without(names)
  const missing = new Set(
    rest.specific.filter(
      (term) => term.length >= MIN_LETTERS && !ORDINARY_WORDS.has(term) && !isFrameWord(term),
    ),
  )
  for (const term of missing) {
    checkDeadline()
    if (someStem(words.vocabulary, term, (stem) => isRelated(stem, term))) missing.delete(term)
  }
  return rest.wordsWith(missing)
}

const MIN_LETTERS = 4

function isRelated(stem: string, term: string): boolean {
  return stem.startsWith(term) || (stem.length >= MIN_LETTERS && term.startsWith(stem))
}

/** Names on more lines than an answer shows, counted as `grep -cw` does: related forms are other words. */
export function countedNames(
  split: SplitText,
  named: readonly NamedLines[],
  kept: Uint8Array,
): { literal: string; lines: number }[] {
  const counted: { literal: string; lines: number }[] = []
  for (const { literal, lines } of named) {
    if (counted.length === MAX_COUNTED_NAMES) break
    if (lines.length < MIN_COUNTED || !isName(literal)) continue
    const own = linesWith(literal, split)
    if (own.length >= MIN_COUNTED && own.some((line) => kept[line] === 0))
      counted.push({ literal, lines: own.length })
  }
  return counted
}
const MAX_COUNTED_NAMES = 2
const MIN_COUNTED = 5
