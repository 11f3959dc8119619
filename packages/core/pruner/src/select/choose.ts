// The lines of an answer: the cheapest set, never just a mark, with signatures in long cuts of code, without gaps
// that save nothing, and with more context where requested.
import type { PruneRequest, ScoringInput } from '../types.js'
import { MUST_STAY } from './cheapest.js'
import { missChance } from './expected-miss.js'
import { explain } from './explain.js'
import { fillGaps, shownTokens } from './fill-gaps.js'
import { keepOfSettings } from './keep-of-settings.js'
import { keepRelated } from './keep-related.js'
import { isCondensing } from './left-alone.js'
import type { ScoredText } from './scored-text.js'
import { type Selection, type SelectionInput, selectLines } from './select.js'
import { keepSignatures } from './signatures-in-cuts.js'
import { type Widened, widen } from './widen.js'

export interface Chosen extends Selection {
  /** Requested parts that did not fit. */
  readonly notWidened: number
}

export function chooseLines(
  request: PruneRequest,
  selection: SelectionInput,
  scored: ScoredText,
): Chosen {
  const { answer, input } = scored
  const cheapest =
    answer?.shape === 'none' ? selectLines(selection) : ensureMinimum(request, selection)
  const isByScorer = isLeftToScorer(request, selection, scored)
  const chosen = isByScorer ? moreIfUnsure(selection, scored, cheapest) : cheapest
  const divided = isByScorer ? withSignatures(chosen.kept, selection) : chosen.kept
  const relatedInput = isPlainList(scored) && selection.family !== 'data' ? undefined : input
  const filled =
    request.budget === undefined ? withoutGaps(divided, selection, relatedInput) : divided
  return { ...chosen, ...widened(request, selection, filled, chosen.losses, input.structure) }
}

/** Fewer lines than this say nothing, unless they are certain. */
const MIN_SHOWN = 8
const MAX_DOUBLINGS = 10
/** Where many lines are alike, a doubled price brings all of them: then it is looked for between the two. */
const TOO_MANY = 7 * MIN_SHOWN
const HALVINGS = 4

/** An answer that is just a mark helps nobody: the cost of a miss is raised until the best places are shown. */
function ensureMinimum(request: PruneRequest, selection: SelectionInput): Selection {
  let chosen = selectLines(selection)
  if (isCondensing(request) || request.budget !== undefined) return chosen
  const { reader: _, ...rest } = selection
  const least = Math.min(MIN_SHOWN, rest.tokens.length)
  const chosenAt = (priceOfMiss: number) => selectLines({ ...rest, priceOfMiss })
  let high = rest.priceOfMiss
  for (let i = 0; i < MAX_DOUBLINGS && isBare(chosen, least); i++) {
    high *= 2
    chosen = chosenAt(high)
  }
  let low = high / 2
  for (let i = 0; i < HALVINGS && high > rest.priceOfMiss && countOf(chosen) > TOO_MANY; i++) {
    const middle = (low + high) / 2
    const fewer = chosenAt(middle)
    if (isBare(fewer, least)) low = middle
    else {
      high = middle
      chosen = fewer
    }
  }
  return chosen
}

const countOf = ({ kept }: Selection): number => kept.reduce((sum, one) => sum + one, 0)

function isBare({ kept, losses }: Selection, least: number): boolean {
  let shown = 0
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0) continue
    if (losses[i]! >= MUST_STAY || ++shown >= least) return false
  }
  return true
}

/**
 * If the scorer sees no place that stands out, a question about code is answered with more of its places: until the
 * probability of a miss is acceptable, but with no more than so many tokens and such a share of the text.
 */
const UNSURE = { missChance: 0.36, acceptable: 0.2, tokens: 1000, share: 0.5 } as const
/** The range of the cost of a miss that is searched, as a power of two. */
const HIGHEST_UNSURE = 2
const TRIALS = 6

function moreIfUnsure(
  selection: SelectionInput,
  { input: { question }, textTokens }: ScoredText,
  chosen: Selection,
): Selection {
  if (question.origin !== 'explicit' || !question.isDirect) return chosen
  const { certain, tokens } = selection
  const chances = selection.chances.map((chance, line) => (certain[line] === 1 ? 1 : chance))
  const missed = ({ kept }: Selection) =>
    missChance({ ...selection, chances, kept, isPartial: false })
  const size = ({ kept }: Selection) => shownTokens(kept, tokens)
  if (missed(chosen) < UNSURE.missChance) return chosen
  const most = Math.min(UNSURE.tokens, UNSURE.share * textTokens)
  let best = chosen
  let low = 0
  let high = HIGHEST_UNSURE
  for (let i = 0; i < TRIALS && missed(best) > UNSURE.acceptable; i++) {
    const power = (low + high) / 2
    const more = selectLines({ ...selection, priceOfMiss: selection.priceOfMiss * 2 ** power })
    if (size(more) > most) high = power
    else {
      low = power
      best = more
    }
  }
  return { ...best, cost: chosen.cost }
}

/** What an agent did not ask for, or a question about code for which only the scorer knows what is needed. */
function isLeftToScorer(
  request: PruneRequest,
  selection: SelectionInput,
  scored: ScoredText,
): boolean {
  if (isCondensing(request) || request.budget !== undefined) return false
  if (selection.isImplicit) return selection.reader !== undefined
  return selection.family === 'code' && scored.answer === undefined && !scored.isAboutAll
}

function withSignatures(kept: Uint8Array, selection: SelectionInput): Uint8Array {
  const chance = missChance({ ...selection, kept, isPartial: false })
  const room = roomLeft(kept, selection)
  return keepSignatures(kept, { ...selection, missChance: chance, room })
}

function withoutGaps(
  kept: Uint8Array,
  selection: SelectionInput,
  input: ScoringInput | undefined,
): Uint8Array {
  const { tokens, protection } = selection
  const { repeats } = protection
  const related = withRelated(kept, selection, input)
  const { family, isImplicit, structure } = selection
  const paragraphs = family === 'prose' && !isImplicit ? structure.indents : undefined
  return fillGaps(related, { tokens, repeats, room: roomLeft(related, selection), paragraphs })
}

/** Fewer members than this are no list: what belongs to each is shown too. */
const MIN_LISTED = 3

/** The lines of a list are all that was asked for, unless it is about their conditions. */
function isPlainList({ answer, input }: ScoredText): boolean {
  if (answer === undefined || answer.shape === 'value' || answer.shape === 'part') return false
  if (answer.members.length < MIN_LISTED) return false
  return !input.question.asks('condition')
}

/** Not for a statement of what was or will be done: it is about a change in several places. */
function withRelated(
  kept: Uint8Array,
  selection: SelectionInput,
  input: ScoringInput | undefined,
): Uint8Array {
  if (input === undefined || selection.isImplicit) return kept
  const { question } = input
  const isWhy = question.parsed.isHow
  if (selection.family === 'data')
    return keepOfSettings(kept, { ...selection, isWhy, room: roomLeft(kept, selection) })
  if (selection.family !== 'code') return kept
  if (!question.isDirect && !question.asks('edit')) return kept
  const { specific: questionStems, isShort: isShortQuestion } = question
  const isForAmount = question.asks('amount')
  const room = roomLeft(kept, selection)
  return keepRelated(kept, {
    ...selection,
    questionStems,
    isShortQuestion,
    isWhy,
    isForAmount,
    room,
  })
}

function widened(
  { widen: requested }: PruneRequest,
  selection: SelectionInput,
  kept: Uint8Array,
  losses: Selection['losses'],
  structure: SelectionInput['structure'],
): Widened {
  if (requested === undefined) return { kept, notWidened: 0 }
  const { tokens } = selection
  const { runs } = explain(selection, losses, kept)
  return widen({ kept, runs, structure, tokens, room: roomLeft(kept, selection) }, requested)
}

const roomLeft = (kept: Uint8Array, { bound, tokens }: SelectionInput): number =>
  bound.unit === 'tokens' ? bound.limit - shownTokens(kept, tokens) : 0
