// What the question names literally, and the lines that contain it. If there are few such lines they are the answer as
// far as words can show.
import { signsIn } from '../question/literals.js'
import { withoutLineNumbers } from '../question/references.js'
import type { Family } from '../text/family.js'
import { linesWith, literalFinder } from '../text/literals.js'
import type { ScoringInput } from '../types.js'
import { inStatements, isSilent, rareWords } from './rare-words.js'

/** A literal of the question, and the lines that contain it. */
export interface NamedLines {
  readonly literal: string
  /** 0-based, ascending; at most `MAX_COUNTED` of them. */
  readonly lines: readonly number[]
}

/** Up to so many lines a literal decides; the more there are, the less each of them counts. */
export const CERTAIN = 4
/** On more lines a name of code does not show where to look. */
export const FEW = 8
/** In a long list, a search for the word would return up to so many lines. */
export const CERTAIN_ENTRIES = 40
/** The names of the question, and where the text contains them. */
export interface FoundNames {
  /** By spelling, including absent ones. */
  readonly named: readonly NamedLines[]
  /** Plain words on few lines. */
  readonly rare: readonly NamedLines[]
  /** Up to how many lines a name decides. */
  readonly maxNamed: number
  /** The input with the rest of the question, without the names that occur as a whole. */
  readonly rest: ScoringInput
}

export const allNames = ({ named, rare }: FoundNames): NamedLines[] => [...named, ...rare]

export function findNames(input: ScoringInput): FoundNames {
  const { split, words, checkDeadline } = input
  const question = withoutLineNumbers(input)
  const { isDirect, literals, hyphenated } = question
  const named: NamedLines[] = []
  const linesOf = literalFinder(split, words)
  for (const literal of new Set([...literals, ...hyphenated])) {
    checkDeadline()
    const found = linesOf(literal)
    const lines = question.parsed.isHow ? inStatements(input, found) : found
    if (lines.length > 0 || literals.includes(literal) || question.isPlain)
      named.push({ literal, lines })
  }
  named.push(...signsNamed(input))
  const isEach = !isPassages(input.family) || question.asks('each')
  const maxNamed =
    isDirect && isEach ? CERTAIN_ENTRIES : question.parsed.isHow && isDirect ? FEW : CERTAIN
  // The parts of a name that occurs as a whole are not words of their own.
  const compounds = named.filter(
    ({ literal, lines }) =>
      lines.length > 0 && (lines.length <= maxNamed || hyphenated.includes(literal)),
  )
  const rest = { ...input, question: question.without(compounds.map(({ literal }) => literal)) }
  return { named, rare: rareWords(rest), maxNamed, rest }
}

/** Code looks for a sign by its literal: `'@'`, `"$"`. */
function signsNamed({ question, split, family }: ScoringInput): NamedLines[] {
  if (family !== 'code' || !question.isDirect) return []
  return signsIn(question.text).flatMap((sign) => {
    const lines = [`'${sign}'`, `"${sign}"`].flatMap((literal) => linesWith(literal, split))
    return lines.length === 0 ? [] : [{ literal: sign, lines: lines.sort((a, b) => a - b) }]
  })
}

/** The probability that the text contains anything needed if it contains nothing that the question names. */
const ALL_ABSENT = 0.25

/** The probability that anything is needed, judged by names. */
export function likelihood(input: ScoringInput, named: readonly NamedLines[]): number {
  const sought = named.filter(({ literal }) => isSought(input, literal))
  const isAbsent = sought.length > 0 && sought.every(({ lines }) => lines.length === 0)
  const { isPlain, isImplicit } = input.question
  if (input.question.asks('edit')) return 1
  return isAbsent && !isImplicit && (isPlain || isSilent(input)) ? ALL_ABSENT : 1
}

/** Whether a name is searched for in the text: a path or a file name may only say where the text is from. */
export function isSought(
  { question, fileName = '', call = '' }: ScoringInput,
  literal: string,
): boolean {
  if (isName(literal)) return true
  if (!/^[\w.@-]{1,60}\.\w{1,5}$/.test(literal) || !question.isDirect) return false
  return !fileName.endsWith(literal) && !call.includes(literal)
}

/** In code and prose the words around an answer differ; entries contain their subject. */
export function isPassages(family: Family): boolean {
  return family === 'code' || family === 'prose'
}

/** A path or an address is a location, not a subject. */
const placePattern = /[/\\]|\.\w{1,5}$|^www\.|:\/\/|\s/
const MAX_NAME_LENGTH = 60

export function isName(literal: string): boolean {
  return literal.length <= MAX_NAME_LENGTH && !placePattern.test(literal)
}
