// The lines that contain what the question names literally. If there are few of them they are the answer
// as far as words can show: they are certain, and their neighbours likely. If there are
// many, a match is only a hint.

import { isTableRow } from '../text/tables.js'
import type { ScoringInput } from '../types.js'
import { allNames, CERTAIN, CERTAIN_ENTRIES, isPassages, type NamedLines } from './names.js'
import { ALL_FAMILIES, type Effect, type Floor, type Rule } from './rule.js'

const CERTAIN_IN_ALL = 16

/** Probability of a line with a literal, and of those around it, by how many lines contain it. */
const RAISES: readonly (readonly [upTo: number, chances: readonly number[]])[] = [
  [1, [0.4, 0.15, 0.1]],
  [2, [0.28, 0.12, 0.08]],
  [4, [0.22, 0.1]],
  [8, [0.13]],
  [40, [0.09]],
  [150, [0.06]],
]
/** Factor for implicit questions: the scorer uses them too. */
const IMPLICIT = 0.3

export const namedLines: Rule = {
  name: 'named-lines',
  families: ALL_FAMILIES,
  questions: 'any',
  does: 'Boosts lines that contain a name of the question and those around it; few such lines are certain.',
  effect: ({ input, names: { named, maxNamed } }) =>
    settled(named, maxNamed, input.question.isImplicit ? IMPLICIT : 1),
}

export const rareWordLines: Rule = {
  name: 'rare-words',
  families: ALL_FAMILIES,
  questions: 'any',
  does: 'Does the same for the rarest plain words of the question.',
  effect: ({ input, names: { rare } }) => {
    const { isImplicit } = input.question
    // In recorded sessions one in twelve lines with a rare word of an implicit question was needed.
    return settled(rare, isImplicit ? 0 : maxCertain(input), isImplicit ? IMPLICIT : 1)
  },
}

/** A match on few lines makes them certain, as long as they are few in total. */
function settled(groups: readonly NamedLines[], most: number, share: number): Effect | undefined {
  const floors: Floor[] = []
  const certain: number[] = []
  let left = Math.max(CERTAIN_IN_ALL, most)
  for (const { lines } of groups) {
    const raise = RAISES.find(([upTo]) => lines.length <= upTo)?.[1]
    if (raise === undefined) continue
    for (const line of lines)
      for (let d = 1 - raise.length; d < raise.length; d++)
        floors.push([line + d, raise[Math.abs(d)]! * share])
    if (lines.length > most || lines.length > left) continue
    left -= lines.length
    certain.push(...lines)
  }
  return floors.length === 0 ? undefined : { floors, certain }
}

const CERTAIN_SHARE = 0.01

/** Up to how many lines a rare word decides. */
function maxCertain({ family, split }: ScoringInput): number {
  if (isPassages(family)) return CERTAIN
  return Math.max(CERTAIN, Math.min(CERTAIN_ENTRIES, Math.floor(CERTAIN_SHARE * split.count)))
}

/** Factor for lines without any of the rare words, if lines are entries. */
const WITHOUT_RARE = 0.35
/** The same for a direct question. */
const WITHOUT_RARE_DIRECT = 0.04
export const rowsOfNames: Rule = {
  name: 'rows-of-names',
  families: ALL_FAMILIES.filter((family) => family !== 'code'),
  questions: 'any',
  does: 'Downweights entries and rows that contain none of the rare words, where lines are entries.',
  effect: ({ input, names }, { chances }) => {
    const { family, question, split, checkDeadline } = input
    const { isDirect, isImplicit } = question
    const isAnswered =
      isDirect && names.named.some(({ lines }) => lines.length > 0 && lines.length <= CERTAIN)
    if (!isAnswered && (names.rare.length === 0 || isImplicit)) return undefined
    // A row of a table is independent in prose too.
    if (family === 'prose' && !isDirect) return undefined
    const all = allNames(names)
    const isEntry = (line: number) => family !== 'prose' || isTableRow(split, line)
    if (family === 'prose' && !all.some(({ lines }) => lines.length < 9 && lines.some(isEntry)))
      return undefined
    const factor = isDirect ? WITHOUT_RARE_DIRECT : WITHOUT_RARE
    const isNear = new Uint8Array(chances.length)
    for (const { lines } of all)
      for (const line of lines)
        isNear.fill(1, Math.max(0, line - 2), Math.min(isNear.length, line + 3))
    checkDeadline()
    const factors = new Float32Array(chances.length)
    for (let i = 0; i < factors.length; i++) {
      factors[i] = isNear[i] === 0 && isEntry(i) ? factor : 1
    }
    return { factors }
  },
}
