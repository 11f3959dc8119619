// The interface of a rule, and how rules are applied: each gets what is known about a text and its question, and returns
// its changes. Nothing is changed in place.
import type { Protected } from '../evidence/protect.js'
import type { Question } from '../question/question.js'
import { FAMILIES, type Family } from '../text/family.js'
import type { Structure } from '../text/structure.js'
import type { ScoringInput } from '../types.js'
import type { FoundNames } from './names.js'

/** What is known before any rule is applied. */
export interface Known {
  readonly input: ScoringInput
  /** The structure for showing lines: with the heads of the text's parts. */
  readonly structure: Structure
  readonly names: FoundNames
  readonly protection: Protected
  /** Whether the question is about all of the text. */
  readonly isOverview: boolean
}

export interface Weights {
  /** The probability that each line is needed. */
  readonly chances: Float32Array
  /** 1 for a line that is as good as needed. */
  readonly certain: Uint8Array
  /** Which rule made a line certain or boosted it last: its index in the table plus 1; 0 for none. */
  readonly decidedBy: Uint8Array
}

/** Line and probability. */
export type Floor = readonly [line: number, chance: number]

/** The changes of a rule, applied in this order. */
export interface Effect {
  /** Replaces all probabilities. */
  readonly chances?: Float32Array
  /** Factors: for all lines, or line by line. */
  readonly factors?: number | Float32Array
  /** The minimum of a line's probability. */
  readonly floors?: readonly Floor[]
  readonly certain?: readonly number[]
}

const QUESTIONS = {
  any: () => true,
  explicit: ({ isImplicit }) => !isImplicit,
  direct: ({ isDirect }) => isDirect,
  plain: ({ isPlain }) => isPlain,
} as const satisfies Record<string, (question: Question) => boolean>

export interface Rule {
  readonly name: string
  readonly families: readonly Family[]
  readonly questions: keyof typeof QUESTIONS
  /** What it does. */
  readonly does: string
  /** Only in an answer, not in a condensed text. */
  readonly answersOnly?: true
  readonly effect: (known: Known, weights: Weights) => Effect | undefined
}

export const ALL_FAMILIES: readonly Family[] = FAMILIES
/** Whether each line is independent. */
export const ROWS: readonly Family[] = ['search', 'output', 'test', 'data']

export interface Applied extends Weights {
  /** Names of the rules that changed something. */
  readonly fired: ReadonlySet<string>
}

export function applyRules(
  rules: readonly Rule[],
  known: Known,
  chances: Float32Array,
  isCondensed: boolean,
): Applied {
  const { input } = known
  const count = chances.length
  let weights: Weights = {
    chances,
    certain: new Uint8Array(count),
    decidedBy: new Uint8Array(count),
  }
  const fired = new Set<string>()
  for (const [at, { name, families, questions, answersOnly, effect }] of rules.entries()) {
    if (isCondensed && answersOnly === true) continue
    if (!families.includes(input.family) || !QUESTIONS[questions](input.question)) continue
    input.checkDeadline()
    const change = effect(known, weights)
    if (change === undefined) continue
    fired.add(name)
    weights = changed(weights, change, at + 1)
  }
  return { ...weights, fired }
}

function changed(weights: Weights, effect: Effect, rule: number): Weights {
  const chances = (effect.chances ?? weights.chances).slice()
  const certain = weights.certain.slice()
  const decidedBy = weights.decidedBy.slice()
  const { factors, floors = [] } = effect
  if (typeof factors === 'number') for (let i = 0; i < chances.length; i++) chances[i]! *= factors
  else if (factors !== undefined)
    for (let i = 0; i < chances.length; i++) chances[i]! *= factors[i]!
  for (const [line, chance] of floors) {
    if (line < 0 || line >= chances.length || chances[line]! >= chance) continue
    chances[line] = chance
    if (certain[line] === 0) decidedBy[line] = rule
  }
  for (const line of effect.certain ?? []) {
    if (certain[line] === 0) decidedBy[line] = rule
    certain[line] = 1
  }
  return { chances, certain, decidedBy }
}
