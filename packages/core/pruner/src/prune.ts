// The whole way through: text → lines → chances → kept lines → blocks.
import { Deadline, DeadlineExceeded } from './deadline.js'
import { Protection } from './protect/levels.js'
import { asksAboutPassed, quietenPassed } from './protect/passed.js'
import { type Protected, protect } from './protect/protect.js'
import { asksAboutWarnings, countLikeShown, quietenWarnings } from './protect/warnings.js'
import { type Ending, pruned, unpruned } from './result.js'
import { countedNames, missingNames } from './score/absent-names.js'
import { markExtremes } from './score/extremes.js'
import { holdFirmly } from './score/firm-hold.js'
import { lexicalScorer } from './score/lexical.js'
import { findNamed, likelihood } from './score/named-lines.js'
import { specificTerms } from './score/rare-words.js'
import { raiseReferenced } from './score/references.js'
import { explain } from './select/explain.js'
import { cutLongLines } from './select/long-lines.js'
import { priceOfMiss, priceWhenCondensing } from './select/price.js'
import { type SelectionInput, selectLines } from './select/select.js'
import { familyOf } from './split/family.js'
import { countLines, type SplitText, splitText } from './split/lines.js'
import { withPartHeads } from './split/part-heads.js'
import { detectSourceType } from './split/source-type.js'
import { analyseStructure } from './split/structure.js'
import { indexWords } from './split/words.js'
import { tokensIn } from './tokens/estimate.js'
import type { PruneContext, PruneRequest, PruneResult, Scorer, ScoringInput } from './types.js'

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
  const ending: Ending = { sourceType, warnings: warningsOf(scorer), scorer: scorer.name }
  try {
    const split = splitText(text, deadline, count)
    return pruneWithin({ ...request, sourceType }, split, scorer, deadline, ending)
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error
    const warnings = [...ending.warnings, 'timeout'] as const
    return unpruned(text, count, 'fallback', { ...ending, warnings })
  }
}

/** What of a request a scorer may know. */
type Asked = Pick<
  PruneRequest,
  'text' | 'goal' | 'sourceType' | 'fileName' | 'context' | 'firstLine'
>

/** What a scorer is given; for measuring one on its own. */
export function scoringInput(request: Asked): ScoringInput {
  return analyse(request, splitText(request.text), new Deadline(undefined, undefined))
}

/** The chance of each line to be needed, with all that the question says by name. */
export function lineChances(request: Asked, scorer: Scorer = lexicalScorer): Float32Array {
  return weigh(scoringInput(request), scorer).chances
}

function weigh(input: ScoringInput, wantedScorer: Scorer) {
  const { chances, scorer } = scoreWith(wantedScorer, input)
  holdFirmly(input, chances)
  const { named, certain } = findNamed(input, chances)
  raiseReferenced(chances, certain, input)
  markExtremes(input, chances, certain)
  return { chances, named, certain, scorer }
}

function pruneWithin(
  request: PruneRequest,
  split: SplitText,
  wantedScorer: Scorer,
  deadline: Deadline,
  ending: Ending,
): PruneResult {
  const minKept = leastKept(request, split.count)
  if (minKept > split.count) {
    const warnings = [...ending.warnings, 'constraints_unmet'] as const
    return unpruned(split.text, split.count, 'fallback', { ...ending, warnings })
  }
  if (isLeftAlone(request, split)) return unpruned(split.text, split.count, 'unchanged', ending)

  const input = analyse(request, split, deadline)
  const { chances, named, certain, scorer } = weigh(input, wantedScorer)
  const isOwnRules = isCondensing(request)
  const protection = protect(input, deadline, {
    keepsRepeats: isOwnRules,
    askedWarnings: asksAboutWarnings(request.goal) ? 'all' : new Set(specificTerms(request.goal)),
    directives: request.directives === true,
  })
  if (input.family === 'test' && !isOwnRules && !asksAboutPassed(request.goal))
    quietenPassed(split, request.goal, protection.levels, chances)
  if (protection.warnings !== undefined) quietenWarnings(protection.warnings, chances)
  const tokens = tokensOfLines(split, deadline)
  const textTokens = sumOf(tokens)
  const inside = isOwnRules || request.budget !== undefined ? [] : cutLongLines(input, tokens)
  const selection: SelectionInput = {
    ...rulesOf(request, split),
    split,
    structure: withPartHeads(split, input.structure, input.family, deadline),
    chances,
    certain,
    protection,
    tokens,
    priceOfMiss: isOwnRules
      ? priceWhenCondensing(textTokens)
      : priceOfMiss(textTokens, request) * likelihood(input, named),
    minKept,
    deadline,
  }
  const { kept, cost, losses } = selectLines(selection)
  deadline.check()
  const result = pruned(
    {
      split,
      kept,
      repeats: protection.repeats,
      tokens,
      textTokens,
      parts: inside.filter(({ line }) => kept[line - 1] === 1),
      absent: missingNames(input, named, showsEvidence(protection, kept)),
      counted: countedNames(named, kept),
      likeShown: protection.warnings === undefined ? 0 : countLikeShown(protection.warnings, kept),
      noRoom: countNoRoom(protection, kept),
      explanation: explain(selection, losses, kept),
      deadline,
    },
    { ...ending, warnings: warningsOf(scorer), scorer: scorer.name },
  )
  const isCut = result.blocks.length > 0 || result.parts.length > 0
  if (isCut && pays(request, result, cost)) return result
  const { warnings, scorer: name } = result
  return unpruned(split.text, split.count, 'unchanged', { ...ending, warnings, scorer: name })
}

function showsEvidence({ levels }: Protected, kept: Uint8Array): boolean {
  return kept.some((isKept, i) => isKept === 1 && levels[i] === Protection.Evidence)
}

/** Errors and failures give way only to a bound, and then it is said. */
function countNoRoom({ levels, repeats }: Protected, kept: Uint8Array): number {
  let count = 0
  for (let i = 0; i < kept.length; i++) {
    if (levels[i] === Protection.Evidence && repeats[i] === 0 && kept[i] === 0) count++
  }
  return count
}

/** Whether what is saved is worth more than what a miss is expected to cost. */
function pays(request: PruneRequest, { stats }: PruneResult, cost: number): boolean {
  const { tokensBefore, tokensAfter } = stats
  if (request.budget !== undefined) return true
  if (isCondensing(request)) return tokensAfter <= tokensBefore * (1 - LEAST_SAVING)
  const isTooLong = tokensBefore > (request.maxTokens ?? DEFAULT_MAX_TOKENS)
  return isTooLong || cost + CLOSING_TOKENS < tokensBefore
}

function isCondensing({ mode }: PruneRequest): boolean {
  return mode === 'condense'
}

/** What may not be cut, and what an answer may cost. */
function rulesOf(
  request: PruneRequest,
  { text }: SplitText,
): Pick<SelectionInput, 'floor' | 'bound' | 'isFilled' | 'wholeFences'> {
  const { budget, maxTokens } = request
  const isOwnRules = isCondensing(request)
  const limit = maxTokens ?? (isOwnRules ? Number.POSITIVE_INFINITY : DEFAULT_MAX_TOKENS)
  const floor = isOwnRules && budget === undefined ? Protection.Outline : Protection.Evidence
  const rules = { floor, isFilled: budget !== undefined, wholeFences: isOwnRules }
  if (budget !== undefined && 'share' in budget)
    return { ...rules, bound: { unit: 'characters', limit: budget.share * text.length } }
  const tokens = budget?.tokens ?? Math.max(1, limit - CLOSING_TOKENS) * SAFELY
  return { ...rules, bound: { unit: 'tokens', limit: tokens } }
}

function warningsOf({ warning }: Scorer) {
  return warning === undefined ? [] : [warning]
}

function analyse(request: Asked, split: SplitText, deadline: Deadline): ScoringInput {
  const { goal, fileName, context, firstLine = 1 } = request
  const sourceType = sourceTypeOf(request)
  return {
    split,
    words: indexWords(split, deadline),
    structure: analyseStructure(split, sourceType, deadline),
    goal,
    sourceType,
    family: familyOf(split, sourceType, fileName),
    firstLine,
    ...(fileName === undefined ? {} : { fileName }),
    ...(context === undefined ? {} : { context }),
    checkDeadline: () => deadline.check(),
  }
}

function sourceTypeOf(request: Pick<PruneRequest, 'text' | 'sourceType' | 'fileName'>) {
  const { text, sourceType = 'auto', fileName } = request
  return sourceType === 'auto' ? detectSourceType(text, fileName) : sourceType
}

function leastKept(request: PruneRequest, lines: number): number {
  const { maxPruneRatio, minKeepLines = 0 } = request
  const ratio = maxPruneRatio ?? (isCondensing(request) ? CONDENSED_MAX_PRUNE_RATIO : 1)
  // The product of a share and a count may stand a hair above the whole number it means.
  return Math.max(minKeepLines, Math.ceil(lines * (1 - ratio) - 1e-9))
}

function isLeftAlone(request: PruneRequest, { text, count }: SplitText): boolean {
  if (request.budget !== undefined) return false
  if (!isCondensing(request)) return text.length < TINY
  return text.length < SMALL.characters || (count < SMALL.lines && text.length < SMALL.longLines)
}

/** A scorer that fails gives way to the one that needs nothing but the text. */
function scoreWith(wanted: Scorer, input: ScoringInput): { chances: Float32Array; scorer: Scorer } {
  try {
    return { chances: wanted.score(input), scorer: wanted }
  } catch (error) {
    if (error instanceof DeadlineExceeded || wanted === lexicalScorer) throw error
    const scorer: Scorer = { ...lexicalScorer, warning: 'scorer_unavailable' }
    return { chances: scorer.score(input), scorer }
  }
}

function sumOf(values: Float32Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return sum
}

function tokensOfLines({ text, starts, count }: SplitText, deadline: Deadline): Float32Array {
  const tokens = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    tokens[i] = tokensIn(text, starts[i]!, starts[i + 1]!)
    deadline.spend(starts[i + 1]! - starts[i]!)
  }
  return tokens
}
