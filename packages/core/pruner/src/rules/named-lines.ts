// The lines that hold what the question names to the letter. Where such lines are few they are the answer
// as far as anybody can tell from words: they are certain, and their neighbours likely. Where they are
// many, being one of them is no more than a hint.

import { withoutLineNumbers } from '../question/references.js'
import type { Family } from '../text/family.js'
import { lineFinder } from '../text/lines.js'
import { linesWith, literalFilter } from '../text/literals.js'
import { isTableRow } from '../text/tables.js'
import type { ScoringInput } from '../types.js'
import { calledNames } from './asked-names.js'
import { bestLines } from './best-lines.js'
import { markFullest } from './best-rows.js'
import { isSilent, rareWords } from './rare-words.js'

/** A literal of the question, and the lines that hold it. */
export interface NamedLines {
  readonly literal: string
  /** 0-based, ascending; at most `MOST_COUNTED` of them. */
  readonly lines: readonly number[]
}

/** Up to so many lines a literal decides; the more there are, the less each of them is meant. */
const CERTAIN = 4
const CERTAIN_IN_ALL = 16

/** Chance of a line that holds a literal, and of those around it, by how many lines hold it. */
const RAISES: readonly (readonly [upTo: number, chances: readonly number[]])[] = [
  [1, [0.4, 0.15, 0.1]],
  [2, [0.28, 0.12, 0.08]],
  [4, [0.22, 0.1]],
  [8, [0.13]],
  [40, [0.09]],
  [150, [0.06]],
]
/** What is left of these where the literal was said in passing: the scorer has heard it too. */
const IN_PASSING = 0.3

/** Finds what is named; the chances of the lines around it are raised in place. */
export function findNamed(
  input: ScoringInput,
  chances: Float32Array,
): { named: NamedLines[]; certain: Uint8Array } {
  const { split, words, checkDeadline } = input
  const question = withoutLineNumbers(input)
  const { isDirect, isImplicit, literals, hyphenated } = question
  const certain = new Uint8Array(split.count)
  const named: NamedLines[] = []
  const mayHold = literalFilter(split, words)
  for (const literal of new Set([...literals, ...hyphenated])) {
    checkDeadline()
    const lines = mayHold(literal) ? linesWith(literal, split.text, lineFinder(split)) : []
    if (lines.length > 0 || literals.includes(literal) || question.isPlain)
      named.push({ literal, lines })
  }
  if (named.every(({ lines }) => lines.length === 0)) named.push(...calledNames(input))
  const most = mostCertain(input)
  const isEach = !isPassages(input.family) || question.asks('each')
  const mostNamed = isDirect && isEach ? CERTAIN_ENTRIES : CERTAIN
  const share = isImplicit ? IN_PASSING : 1
  settle(named, mostNamed, share, chances, certain)
  const whole = named.filter(({ lines }) => lines.length > 0 && lines.length <= mostNamed)
  // The pieces of a name that stands there whole are no words of their own.
  const compounds = named.filter(
    ({ literal, lines }) =>
      lines.length > 0 && (lines.length <= mostNamed || hyphenated.includes(literal)),
  )
  const rest = { ...input, question: question.without(compounds.map(({ literal }) => literal)) }
  const rare = rareWords(rest)
  // In recorded sessions one line in twelve was needed that held a rare word said in passing.
  settle(rare, isImplicit ? 0 : most, share, chances, certain)
  if (isDirect && input.family === 'search') markFullest(rest, certain)
  if (isDirect && input.family !== 'code')
    markBest(rest, isPassages(input.family) ? named : [...named, ...rare], chances, certain)
  const isAnswered = whole.some(({ lines }) => lines.length <= CERTAIN) && isDirect
  if ((rare.length > 0 && !isImplicit) || isAnswered) quieten(rest, chances, [...named, ...rare])
  return { named: [...named, ...rare], certain }
}

/** Raises what is named; lines of what stands in few of them are certain, as long as they are few in all. */
function settle(
  groups: readonly NamedLines[],
  most: number,
  share: number,
  chances: Float32Array,
  certain: Uint8Array,
): void {
  let left = Math.max(CERTAIN_IN_ALL, most)
  for (const { lines } of groups) {
    const raise = RAISES.find(([upTo]) => lines.length <= upTo)?.[1]
    if (raise === undefined) continue
    for (const line of lines) raiseAround(chances, line, raise, share)
    if (lines.length > most || lines.length > left) continue
    left -= lines.length
    for (const line of lines) certain[line] = 1
  }
}

/** Names are as rare as the rarest up to so many times its lines. */
const ALIKE = 3

/** Where nothing is certain yet, the best lines of the rarest names are. */
function markBest(
  input: ScoringInput,
  groups: readonly NamedLines[],
  chances: Float32Array,
  certain: Uint8Array,
): void {
  const met = groups.filter(({ lines }) => lines.length > 0)
  if (met.length === 0 || certain.includes(1)) return
  const fewest = Math.min(...met.map(({ lines }) => lines.length))
  const rarest = met.filter(({ lines }) => lines.length <= ALIKE * fewest)
  for (const line of bestLines(input, rarest, chances)) certain[line] = 1
}

/** Of a long list a search for the word would bring so many lines without a thought. */
const CERTAIN_ENTRIES = 40
const CERTAIN_SHARE = 0.01

/** In how many lines a rare word decides. */
function mostCertain({ family, split }: ScoringInput): number {
  if (isPassages(family)) return CERTAIN
  return Math.max(CERTAIN, Math.min(CERTAIN_ENTRIES, Math.floor(CERTAIN_SHARE * split.count)))
}

/** What is left of the chances of lines that hold none of the rare words, where lines are entries. */
const WITHOUT_RARE = 0.35
/** The same where the words were asked for. */
const WITHOUT_ASKED = 0.04
/** How likely the text holds anything needed where it holds nothing that the question names. */
const ALL_ABSENT = 0.25

/** How likely something is needed besides what is certain, as far as names tell. */
export function likelihood(input: ScoringInput, named: readonly NamedLines[]): number {
  const sought = named.filter(({ literal }) => isSought(input, literal))
  const isAbsent = sought.length > 0 && sought.every(({ lines }) => lines.length === 0)
  const { isPlain, isImplicit } = input.question
  return isAbsent && !isImplicit && (isPlain || isSilent(input)) ? ALL_ABSENT : 1
}

/** Whether what is named is looked for in the text: a path or a file's name may say where the text is from. */
export function isSought(
  { question, fileName = '', call = '' }: ScoringInput,
  literal: string,
): boolean {
  if (isName(literal)) return true
  if (!/^[\w.@-]{1,60}\.\w{1,5}$/.test(literal) || !question.isDirect) return false
  return !fileName.endsWith(literal) && !call.includes(literal)
}

/** In passages of code and prose the words around an answer differ; entries hold what they are about. */
function isPassages(family: Family): boolean {
  return family === 'code' || family === 'prose'
}

function quieten(input: ScoringInput, chances: Float32Array, rare: readonly NamedLines[]): void {
  const { family, question, split, checkDeadline } = input
  // A row of a table stands for itself in prose too.
  if (family === 'code' || (family === 'prose' && !question.isDirect)) return
  const isEntry = (line: number) => family !== 'prose' || isTableRow(split, line)
  if (family === 'prose' && !rare.some(({ lines }) => lines.length < 9 && lines.some(isEntry)))
    return
  const left = question.isDirect ? WITHOUT_ASKED : WITHOUT_RARE
  const holds = new Uint8Array(chances.length)
  for (const { lines } of rare)
    for (const line of lines) holds.fill(1, Math.max(0, line - 2), Math.min(holds.length, line + 3))
  for (let i = 0; i < chances.length; i++) {
    if ((i & 4095) === 0) checkDeadline()
    if (holds[i] === 0 && isEntry(i)) chances[i]! *= left
  }
}

/** A path or an address says where to look, not what for. */
const placePattern = /[/\\]|\.\w{1,5}$|^www\.|:\/\/|\s/
const LONGEST_NAME = 60

export function isName(literal: string): boolean {
  return literal.length <= LONGEST_NAME && !placePattern.test(literal)
}

function raiseAround(
  chances: Float32Array,
  line: number,
  raise: readonly number[],
  share: number,
): void {
  for (let d = 1 - raise.length; d < raise.length; d++) {
    const at = line + d
    const chance = raise[Math.abs(d)]! * share
    if (at >= 0 && at < chances.length && chances[at]! < chance) chances[at] = chance
  }
}
