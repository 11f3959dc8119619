// The whole way through: text → lines → chances → kept lines → blocks.
import { Deadline, DeadlineExceeded } from './deadline.js'
import { countEvidence } from './evidence/count-evidence.js'
import { Protection } from './evidence/levels.js'
import { countFolded } from './evidence/warnings.js'
import { pruned, type ResultMeta, unpruned } from './render/result.js'
import { countedNames, missingNames } from './rules/absent-names.js'
import { likelihood } from './rules/names.js'
import { isSmall, OUTLINE_TOKENS, PRICE_OF_OUTLINE } from './rules/outline.js'
import { lexicalScorer } from './scorer/lexical/lexical.js'
import { MUST_STAY } from './select/cheapest.js'
import { readerOf } from './select/expected-cost.js'
import { expectedMisses, missChance } from './select/expected-miss.js'
import { explain } from './select/explain.js'
import { fillGaps, shownTokens } from './select/fill-gaps.js'
import { priceConstants, priceOfMiss, priceWhenCondensing } from './select/price.js'
import { type Selection, type SelectionInput, selectLines } from './select/select.js'
import { type Widened, widen } from './select/widen.js'
import { countLines, type SplitText, splitText } from './text/lines.js'
import type { Structure } from './text/structure.js'
import type { PruneContext, PruneRequest, PruneResult, PruneStats, Scorer } from './types.js'
import { sourceTypeOf, type Weighed, weighText } from './weigh.js'

/** An answer's bound in tokens where its reader names none. */
const DEFAULT_MAX_TOKENS = 6000
const CONDENSED_MAX_PRUNE_RATIO = 0.95
/** Too small to gain: few characters, or a few lines unless they are very long ones. */
const SMALL = { lines: 40, characters: 1500, longLines: 8000 }
/** Not even the closing line would be saved. */
const TINY = 400
const LEAST_SAVING = 0.1
/** Tokens of the closing line, its prune_id included. */
const CLOSING_TOKENS = 34
/** Estimates err; an answer that must fit aims a little lower. */
const SAFELY = 0.94

export function prune(request: PruneRequest, context: PruneContext = {}): PruneResult {
  const { text } = request
  const sourceType = sourceTypeOf(request)
  const scorer = context.scorer ?? lexicalScorer
  const deadline = new Deadline(context.now, context.deadline)
  // Once: in a long text even this takes a part of what a deadline forgives.
  const count = countLines(text)
  const meta: ResultMeta = { sourceType, warnings: warningsOf(scorer), scorer: scorer.name }
  try {
    const split = splitText(text, deadline, count)
    return pruneWithin({ ...request, sourceType }, split, scorer, deadline, meta)
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error
    const warnings = [...meta.warnings, 'timeout'] as const
    return unpruned(text, count, 'fallback', { ...meta, warnings })
  }
}

function pruneWithin(
  request: PruneRequest,
  split: SplitText,
  wantedScorer: Scorer,
  deadline: Deadline,
  meta: ResultMeta,
): PruneResult {
  const minKept = leastKept(request, split.count)
  if (minKept > split.count) {
    const warnings = [...meta.warnings, 'constraints_unmet'] as const
    return unpruned(split.text, split.count, 'fallback', { ...meta, warnings })
  }
  if (isLeftAlone(request, split)) return unpruned(split.text, split.count, 'unchanged', meta)

  const weighed = weighText(request, split, wantedScorer, deadline)
  const { input, named, scorer, inside, textTokens, isAboutAll, isByNumbers, lines } = weighed
  const { protection, tokens } = lines
  const selection = {
    ...lines,
    ...rulesOf(request, split, isAboutAll),
    fillsWithEvidence: fillsWithEvidence(request, weighed),
    priceOfMiss: isAboutAll ? PRICE_OF_OUTLINE : priceFor(request, weighed),
    ...withReader(request, weighed),
    minKept,
  }
  const {
    kept: chosen,
    cost,
    losses,
  } = weighed.answer?.shape === 'none' ? selectLines(selection) : ensureMinimum(request, selection)
  const filled = request.budget === undefined ? withoutGaps(chosen, selection) : chosen
  const { kept, notWidened } = widened(request, selection, filled, losses, input.structure)
  deadline.check()
  const evidence = countEvidence(split, weighed.reported, kept, deadline)
  const told = membersShown(weighed, kept)
  const result = pruned(
    {
      split,
      kept,
      repeats: protection.repeats,
      tokens,
      textTokens,
      parts: inside.filter(({ line }) => kept[line - 1] === 1),
      absent: isAboutAll ? [] : missingNames(input, named, evidence.shown > 0 || isByNumbers),
      counted: countedNames(named, kept),
      foldedWarnings:
        protection.warnings === undefined ? 0 : countFolded(protection.warnings, kept),
      foldedErrors: evidence.folded,
      droppedErrors: evidence.dropped,
      ...told,
      expectedMiss: expectedMisses(missChance({ ...lines, kept, missingMembers: missingIn(told) })),
      notWidened,
      explanation: explain(selection, losses, kept),
      deadline,
    },
    { ...meta, warnings: warningsOf(scorer), scorer: scorer.name },
  )
  const isCut = result.blocks.length > 0 || result.parts.length > 0
  const isShownWhole = isAboutAll && isSmall(textTokens) && textTokens <= boundOf(request)
  if (isCut && !isShownWhole && pays(request, result.stats, cost)) return result
  const { warnings, scorer: name } = result
  return unpruned(split.text, split.count, 'unchanged', { ...meta, warnings, scorer: name })
}

function widened(
  { widen: wanted }: PruneRequest,
  selection: SelectionInput,
  kept: Uint8Array,
  losses: Selection['losses'],
  structure: Structure,
): Widened {
  if (wanted === undefined) return { kept, notWidened: 0 }
  const { tokens, bound } = selection
  const { runs } = explain(selection, losses, kept)
  const room = bound.unit === 'tokens' ? bound.limit - shownTokens(kept, tokens) : 0
  return widen({ kept, runs, structure, tokens, room }, wanted)
}

function withoutGaps(kept: Uint8Array, selection: SelectionInput): Uint8Array {
  const { tokens, protection, bound } = selection
  const room = bound.unit === 'tokens' ? bound.limit - shownTokens(kept, tokens) : 0
  return fillGaps(kept, { tokens, repeats: protection.repeats, room })
}

/** How many of the things asked for are shown: a part of a list must not pass for all of it. */
function membersShown({ answer }: Weighed, kept: Uint8Array): Pick<PruneResult, 'members'> {
  if (answer === undefined || answer.shape === 'none') return {}
  const { noun, members } = answer
  const shown = members.filter((line) => kept[line] === 1).length
  return { members: { noun, shown, total: members.length } }
}

const missingIn = ({ members }: Pick<PruneResult, 'members'>): number =>
  members === undefined ? 0 : members.total - members.shown

/** Fewer lines than this tell nothing, unless they are certain. */
const LEAST_SHOWN = 8
const MOST_DOUBLINGS = 10

/** An answer that is nothing but a mark helps nobody: the price is raised until the best places are shown. */
function ensureMinimum(request: PruneRequest, selection: SelectionInput): Selection {
  let chosen = selectLines(selection)
  if (isCondensing(request) || request.budget !== undefined) return chosen
  const { reader: _, ...rest } = selection
  const { tokens } = rest
  let { priceOfMiss: price } = rest
  for (let i = 0; i < MOST_DOUBLINGS && isBare(chosen, Math.min(LEAST_SHOWN, tokens.length)); i++) {
    price *= 2
    chosen = selectLines({ ...rest, priceOfMiss: price })
  }
  return chosen
}

function isBare({ kept, losses }: Selection, least: number): boolean {
  let shown = 0
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0) continue
    if (losses[i]! >= MUST_STAY || ++shown >= least) return false
  }
  return true
}

/**
 * The lines an answer keeps at any price of a miss, weighed only once, and the tokens of those that it would
 * cut inside: for fitting the price.
 */
export function choicesByPrice(request: PruneRequest, scorer: Scorer) {
  const split = splitText(request.text)
  const weighed = weighText(request, split, scorer, new Deadline(undefined, undefined))
  const { textTokens, lines, input, named, inside } = weighed
  const likely = likelihood(input, named)
  const keptAt = (price: number): Uint8Array => {
    const rules = { ...rulesOf(request, split), priceOfMiss: price * likely, minKept: 0 }
    const isFull = fillsWithEvidence(request, weighed)
    const { kept, cost } = selectLines({ ...lines, ...rules, fillsWithEvidence: isFull })
    const before = { tokensBefore: textTokens, tokensAfter: 0 }
    const isCut = inside.length > 0 || kept.includes(0)
    return isCut && pays(request, before, cost) ? kept : kept.fill(1)
  }
  const pieces = new Map(inside.map(({ line }) => [line, lines.tokens[line - 1]!]))
  return { textTokens, family: input.family, pieces, keptAt }
}

function priceFor(request: PruneRequest, { input, named, textTokens }: Weighed): number {
  if (isCondensing(request)) return priceWhenCondensing(textTokens)
  const constants = priceConstants(request, input.family)
  const { priceOfMiss: price = priceOfMiss(textTokens, input.question, constants) } = request
  return price * likelihood(input, named)
}

/** An implicit question says little of how much is needed: what recorded sessions needed decides. */
function withReader(
  request: PruneRequest,
  { input, named, isAboutAll, lines, textTokens }: Weighed,
): Pick<SelectionInput, 'reader'> {
  if (!lines.isImplicit || isAboutAll) return {}
  if (request.budget !== undefined || request.priceOfMiss !== undefined) return {}
  const words = input.question.specific.length
  return { reader: readerOf(input.family, words, textTokens, likelihood(input, named)) }
}

/** Where a question names something that is there, errors are shown to warn, not to answer. */
function fillsWithEvidence(request: PruneRequest, { input, lines }: Weighed): boolean {
  if (isCondensing(request) || request.budget !== undefined) return true
  return input.question.asks('failures') && !lines.certain.includes(1)
}

const boundOf = ({ maxTokens = DEFAULT_MAX_TOKENS }: PruneRequest): number => maxTokens

/** Whether what is saved is worth more than what a miss is expected to cost. */
function pays(
  request: PruneRequest,
  { tokensBefore, tokensAfter }: Pick<PruneStats, 'tokensBefore' | 'tokensAfter'>,
  cost: number,
): boolean {
  if (request.budget !== undefined) return true
  if (isCondensing(request)) return tokensAfter <= tokensBefore * (1 - LEAST_SAVING)
  const isTooLong = tokensBefore > boundOf(request)
  return isTooLong || cost + CLOSING_TOKENS < tokensBefore
}

function isCondensing({ mode }: PruneRequest): boolean {
  return mode === 'condense'
}

/** What may not be cut, and what an answer may cost. */
function rulesOf(
  request: PruneRequest,
  { text }: SplitText,
  isAboutAll = false,
): Pick<SelectionInput, 'floor' | 'bound' | 'isFilled' | 'wholeFences'> {
  const { budget, maxTokens } = request
  const isOwnRules = isCondensing(request)
  const limit = maxTokens ?? (isOwnRules ? Number.POSITIVE_INFINITY : DEFAULT_MAX_TOKENS)
  const floor = isOwnRules && budget === undefined ? Protection.Outline : Protection.Evidence
  const rules = { floor, isFilled: budget !== undefined || isAboutAll, wholeFences: isOwnRules }
  if (budget !== undefined && 'share' in budget)
    return { ...rules, bound: { unit: 'characters', limit: budget.share * text.length } }
  const room = isAboutAll ? Math.min(limit, OUTLINE_TOKENS) : limit
  const tokens = budget?.tokens ?? Math.max(1, room - CLOSING_TOKENS) * SAFELY
  return { ...rules, bound: { unit: 'tokens', limit: tokens } }
}

function warningsOf({ warning }: Scorer) {
  return warning === undefined ? [] : [warning]
}

function leastKept(request: PruneRequest, lines: number): number {
  const { maxPruneRatio, minKeepLines = 0 } = request
  const ratio = maxPruneRatio ?? (isCondensing(request) ? CONDENSED_MAX_PRUNE_RATIO : 1)
  // The product of a share and a count may stand a hair above the whole number it means.
  return Math.max(minKeepLines, Math.ceil(lines * (1 - ratio) - 1e-9))
}

function isLeftAlone(request: PruneRequest, { text, count }: SplitText): boolean {
  if (request.budget !== undefined) return false
  // A text of fewer characters than the bound has tokens fits; any other may not.
  if (!isCondensing(request)) return text.length < Math.min(TINY, boundOf(request))
  return text.length < SMALL.characters || (count < SMALL.lines && text.length < SMALL.longLines)
}
