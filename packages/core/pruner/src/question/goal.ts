// What the reader asked, as stems. The goal is data: nothing in it changes how the engine works.
import { wordsOf } from '../text/words.js'
import type { PruneRequest } from '../types.js'

const STOP_WORDS = new Set(
  wordsOf(
    `the an of to in is are for and or that this with on by it be as from when what how which where why
    does do not if into can has have its their between within was were will would should could there any
    all some then than so such these those we you they he she our your at about also use used using via
    but only each other more most make made way get let vs
    le la les un une des du de et ou est sont dans pour par sur avec que qui quoi comment pourquoi quand
    ce cette ces il elle ne pas au aux
    der die das und oder ist sind ein eine den dem mit von auf wie warum wo wenn nicht zu im
    el los las una es son por para con como donde cuando se del al`,
  ),
)

/** A pasted log is a goal too; past this many distinct words it says no more than its beginning. */
const MAX_TERMS = 200
const MAX_CHARACTERS = 20_000

/** Every rule asks for the terms of the same few goals and parts of them. */
const lately = new Map<string, readonly string[]>()
const MOST_LATELY = 64

/** Distinct stems of the goal in order; stop words only when there is nothing else. */
export function goalTerms(goal: string): readonly string[] {
  let terms = lately.get(goal)
  if (terms === undefined) {
    terms = termsOf(goal)
    if (lately.size >= MOST_LATELY) lately.clear()
    lately.set(goal, terms)
  }
  return terms
}

function termsOf(goal: string): string[] {
  const all = [...new Set(wordsOf(plainWords(goal.slice(0, MAX_CHARACTERS))))]
  const content = all.filter((word) => !isStopWord(word))
  return (content.length > 0 ? content : all).slice(0, MAX_TERMS)
}

export function isStopWord(term: string): boolean {
  return STOP_WORDS.has(term)
}

/** In a regular expression `\b`, `\w` and their like are no letters of a word. */
function plainWords(goal: string): string {
  return goal.includes('\\')
    ? goal.replaceAll(/\\[bBdDsSwWnrtpP](?:\{[^}\s]{1,20}\})?/g, ' ')
    : goal
}

const QUESTION =
  /^\s*(?:what|which|who|whose|where|when|why|how|is|are|was|were|does|do (?:the|these|those|any|all|we|you|they|i|its)|did|has|have|can|find|show|list|name|tell)\b[^]{0,200}$/i

/** Somebody asks, in a sentence, rather than tells what will be done next. */
export function isDirectQuestion(goal: string): boolean {
  return QUESTION.test(goal)
}

/** What an agent says before a call names files, places and words on the way to what it is after. */
export function isSaidInPassing({ goal, origin }: Pick<PruneRequest, 'goal' | 'origin'>): boolean {
  return origin === 'implicit' && !isDirectQuestion(goal)
}
