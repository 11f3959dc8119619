// What a question made of an answer, and how much less to ask for when that is still too much: what would be cut
// from a choice is what comes last, not what matters least.
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
  readonly again: (
    maxTokens: number,
    isQuestionAlone: boolean,
  ) => Promise<Omit<Chosen, 'again'> | undefined>
}

/** A token is about this many bytes of escaped text; where it is more, the next attempt asks for less. */
const BYTES_PER_TOKEN = 3.2
const ATTEMPTS = 4
/** Items are chosen again until they fit. */
const ITEM_ATTEMPTS = 6

export const attemptsFor = (first: Made | undefined): number =>
  first && isItems(first) ? ITEM_ATTEMPTS : ATTEMPTS

type Made = Omit<Chosen, 'again'>

const isItems = ({ focused }: Made): boolean => focused.choice.lines === undefined

/** How many lines, or items, were chosen. */
const chosenCount = ({ pruning }: Made): number =>
  (pruning.original_lines ?? 0) - (pruning.pruned_lines ?? 0)

/**
 * So much less that the items that were chosen fit: by the bytes that they came to, and by their longest list.
 * `undefined`: choosing fewer would not help.
 */
function smallerBudget(
  made: Made,
  bytes: number,
  { limits, strict }: ToolRules,
): number | undefined {
  const { pruned_bytes: chosenBytes } = made.pruning
  if (chosenBytes === undefined || !isItems(made)) return undefined
  // Of a text, lines are not items.
  const { cuts: allCuts } = made.focused.choice
  const cuts = allCuts.filter(({ unit }) => unit !== 'lines')
  // Lines that fit are not what is too much: the value around them is still sent whole.
  if (allCuts.length > 0 && cuts.length === 0 && chosenBytes < limits.maxBytes) return undefined
  const longest = cuts.length > 0 ? Math.max(...cuts.map(({ shown }) => shown)) : chosenCount(made)
  const share = Math.min(limits.maxBytes / bytes, strict ? limits.maxArrayItems / longest : 1)
  return share < 1 ? (chosenBytes / BYTES_PER_TOKEN) * share * ROOM : undefined
}
const ROOM = 0.85

/** The tokens that are asked for next. */
export class TokenBudget {
  readonly #rules: ToolRules
  readonly #end = performance.now() + ASKING_MS
  #maxTokens: number
  /** What was asked for last. An engine shows parts of long lines, ours are whole: its bytes would ask for as much again. */
  #requestedTokens = Number.POSITIVE_INFINITY

  constructor(rules: ToolRules) {
    this.#rules = rules
    this.#maxTokens = rules.limits.maxBytes / BYTES_PER_TOKEN
  }

  /** The choice again with less, if that can help: it came to `bytes`. */
  async less(chosen: Chosen, bytes: number, isLast: boolean): Promise<Made | undefined> {
    if (!isItems(chosen)) {
      const shown = estimateTokens(textsOf(chosen.focused.result).join('\n'))
      const fitting = shown * Math.min(1, this.#rules.limits.maxBytes / bytes) * ROOM
      this.#maxTokens = Math.min(this.#maxTokens, fitting)
      return chosen.again(Math.floor(this.#maxTokens), isLast)
    }
    const most = (chosen.pruning.pruned_bytes ?? 0) / BYTES_PER_TOKEN
    let tokens = smallerBudget(chosen, bytes, this.#rules)
    if (tokens !== undefined) tokens = Math.min(tokens, this.#requestedTokens * ROOM)
    this.#requestedTokens = tokens ?? this.#requestedTokens
    // Something is better than nothing: where so little holds no item at all, a little more is asked for.
    for (let tries = 0; tokens !== undefined && tries < MOST_TRIES; tries++) {
      if (performance.now() > this.#end) return undefined
      const made = await chosen.again(Math.floor(tokens), true)
      if (!made || chosenCount(made) > 0) return made
      tokens = (tokens + most) / 2
    }
    return undefined
  }
}
const MOST_TRIES = 3
/** A caller who waits is better served by what there is. */
const ASKING_MS = 2000

/** The lines of the question alone, and after them those that were chosen with what went wrong. */
export function withOthers(smaller: Made, { focused }: Made): Made {
  const { choice } = smaller.focused
  const others = focused.choice.lines?.chosen
  if (!choice.lines || !others) return smaller
  const lines = { ...choice.lines, others }
  return { ...smaller, focused: { ...smaller.focused, choice: { ...choice, lines } } }
}

/** The same choice with long lines in parts. */
export const inParts = (chosen: Chosen, make: () => Focused): Chosen => ({
  ...chosen,
  focused: make(),
})
