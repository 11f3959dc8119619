// What a question made of an answer, and smaller choices while that is still too much: what would be cut from a choice is
// what comes last, not what matters least.
import type { PruningMetadata } from '@jeeves/contracts'
import { estimateTokens } from '@jeeves/pruner/count'
import { textsOf } from '../shape/blocks.js'
import type { Focused } from './focus.js'
import type { ToolRules } from './rules.js'

/** What a question made of an answer, and how to ask it again for less. */
export interface Chosen {
  readonly focused: Focused
  readonly pruning: PruningMetadata
  /** `isQuestionAlone`: what went wrong counts no more than what did not. */
  readonly again: (maxTokens: number, isQuestionAlone: boolean) => Promise<Chosen | undefined>
}

/** A token is about this many bytes of escaped text; where it is more, the next attempt asks for less. */
const BYTES_PER_TOKEN = 3.2
const ATTEMPTS = 4
/** Items are chosen again until they fit. */
const ITEM_ATTEMPTS = 6
const ROOM = 0.85
const MAX_TRIES = 3
/** A caller who waits is better served by what there is. */
const ASKING_MS = 2000

const isItems = ({ focused }: Chosen): boolean => focused.choice.lines === undefined

/** How many lines, or items, were chosen. */
const chosenCount = ({ pruning }: Chosen): number =>
  (pruning.original_lines ?? 0) - (pruning.pruned_lines ?? 0)

export class SmallerChoices {
  readonly #rules: Pick<ToolRules, 'limits' | 'strict'>
  readonly #isQuestionAlone: boolean
  readonly #end = performance.now() + ASKING_MS
  /** Including the first choice. */
  #attemptsLeft: number
  #maxTokens: number
  /** What was asked for last. An engine shows parts of long lines, ours are whole: its bytes would ask for as much again. */
  #requestedTokens = Number.POSITIVE_INFINITY

  /** `isQuestionAlone`: also before the last attempt. */
  constructor(
    first: Chosen | undefined,
    rules: Pick<ToolRules, 'limits' | 'strict'>,
    isQuestionAlone = false,
  ) {
    this.#rules = rules
    this.#isQuestionAlone = isQuestionAlone
    this.#attemptsLeft = first && isItems(first) ? ITEM_ATTEMPTS : ATTEMPTS
    this.#maxTokens = rules.limits.maxBytes / BYTES_PER_TOKEN
  }

  /** The choice to try after one that came to `bytes`; `undefined`: no smaller one would help. */
  async after(chosen: Chosen, bytes: number, maySplitLines = false): Promise<Chosen | undefined> {
    this.#attemptsLeft--
    const { inParts } = chosen.focused
    if (maySplitLines && inParts) return { ...chosen, focused: inParts() }
    if (this.#attemptsLeft === 0) return undefined
    if (isItems(chosen)) return this.#fewerItems(chosen, bytes)
    const isLast = this.#attemptsLeft === 1 && !this.#isQuestionAlone
    const smaller = await this.#fewerLines(chosen, bytes, isLast || this.#isQuestionAlone)
    return smaller && isLast ? withOthers(smaller, chosen) : smaller
  }

  #fewerLines(
    chosen: Chosen,
    bytes: number,
    isQuestionAlone: boolean,
  ): Promise<Chosen | undefined> {
    const shown = estimateTokens(textsOf(chosen.focused.result).join('\n'))
    const fitting = shown * Math.min(1, this.#rules.limits.maxBytes / bytes) * ROOM
    this.#maxTokens = Math.min(this.#maxTokens, fitting)
    return chosen.again(Math.floor(this.#maxTokens), isQuestionAlone)
  }

  async #fewerItems(chosen: Chosen, bytes: number): Promise<Chosen | undefined> {
    const fitting = fittingTokens(chosen, bytes, this.#rules)
    if (fitting === undefined) return undefined
    const most = (chosen.pruning.pruned_bytes ?? 0) / BYTES_PER_TOKEN
    let tokens = Math.min(fitting, this.#requestedTokens * ROOM)
    this.#requestedTokens = tokens
    // Something is better than nothing: where so little holds no item at all, a little more is asked for.
    for (let tries = 0; tries < MAX_TRIES && performance.now() <= this.#end; tries++) {
      const made = await chosen.again(Math.floor(tokens), true)
      if (!made || chosenCount(made) > 0) return made
      tokens = (tokens + most) / 2
    }
    return undefined
  }
}

/**
 * For so many items that they fit: by the bytes that the choice came to, and by its longest list. `undefined`: choosing
 * fewer would not help.
 */
function fittingTokens(
  chosen: Chosen,
  bytes: number,
  { limits, strict }: Pick<ToolRules, 'limits' | 'strict'>,
): number | undefined {
  const { pruned_bytes: chosenBytes } = chosen.pruning
  if (chosenBytes === undefined) return undefined
  // Of a text, lines are not items.
  const { cuts: allCuts } = chosen.focused.choice
  const cuts = allCuts.filter(({ unit }) => unit !== 'lines')
  // Lines that fit are not what is too much: the value around them is still sent whole.
  if (allCuts.length > 0 && cuts.length === 0 && chosenBytes < limits.maxBytes) return undefined
  const longest =
    cuts.length > 0 ? Math.max(...cuts.map(({ shown }) => shown)) : chosenCount(chosen)
  const share = Math.min(limits.maxBytes / bytes, strict ? limits.maxArrayItems / longest : 1)
  return share < 1 ? (chosenBytes / BYTES_PER_TOKEN) * share * ROOM : undefined
}

/** The lines of the question alone, and after them those that were chosen with what went wrong. */
function withOthers(smaller: Chosen, { focused }: Chosen): Chosen {
  const { choice } = smaller.focused
  const others = focused.choice.lines?.chosen
  if (!choice.lines || !others) return smaller
  const lines = { ...choice.lines, others }
  return { ...smaller, focused: { ...smaller.focused, choice: { ...choice, lines } } }
}
