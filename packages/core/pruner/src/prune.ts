// The whole engine as a list of stages: text → question → evidence → scorer → rules → shapes → select →
// render. Each stage returns its result and changes none of its input.
import { Deadline, DeadlineExceeded } from './deadline.js'
import { protect } from './evidence/protect.js'
import { taskOf } from './question/task.js'
import { renderAnswer } from './render/render-answer.js'
import { type ResultMeta, unpruned } from './render/result.js'
import { allNames, findNames } from './rules/names.js'
import { isSmall } from './rules/outline.js'
import { applyRules } from './rules/rule.js'
import { RULES } from './rules/table.js'
import { lexicalScorer } from './scorer/lexical.js'
import { scoreText } from './scorer/score-text.js'
import { analyse, sourceTypeOf } from './scorer/scoring-input.js'
import { type Chosen, chooseLines } from './select/choose.js'
import { boundOf, isCondensing, isLeftAlone } from './select/left-alone.js'
import { minLinesKept, pays } from './select/limits.js'
import { lineSizes } from './select/line-sizes.js'
import { type ScoredText, selectionInput } from './select/scored-text.js'
import { withAnswer } from './shapes/apply-answer.js'
import { findAnswer } from './shapes/find-answer.js'
import { countLines, type SplitText, splitText } from './text/lines.js'
import { withPartHeads } from './text/part-heads.js'
import type {
  PruneContext,
  PruneRequest,
  PruneResult,
  PruneWarning,
  Scorer,
  ScoringInput,
} from './types.js'

export function prune(request: PruneRequest, context: PruneContext = {}): PruneResult {
  const { text } = request
  const sourceType = sourceTypeOf(request)
  const preferred = context.scorer ?? lexicalScorer
  const deadline = new Deadline(context.now, context.deadline)
  // Only once: in a long text even this uses part of the deadline's tolerance.
  const count = countLines(text)
  const meta = metaOf(sourceType, preferred)
  const fallback = (warning: PruneWarning) =>
    unpruned(text, count, 'fallback', { ...meta, warnings: [...meta.warnings, warning] })
  try {
    const split = splitText(text, deadline, count)
    if (minLinesKept(request, count) > count) return fallback('constraints_unmet')
    if (isLeftAlone(request)) return unpruned(text, count, 'unchanged', meta)
    const scored = score({ ...request, sourceType }, split, preferred, deadline)
    const selection = selectionInput(request, scored)
    const chosen = chooseLines(request, selection, scored)
    const used = metaOf(sourceType, scored.scorer)
    const result = renderAnswer(scored, selection, chosen, used)
    return isWorthCutting(request, scored, result, chosen)
      ? result
      : unpruned(text, count, 'unchanged', used)
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error
    return fallback('timeout')
  }
}

/** Each line's value to the reader and its cost. In a condensed text nothing is folded or shortened. */
export function score(
  request: PruneRequest,
  split: SplitText,
  preferred: Scorer,
  deadline: Deadline,
): ScoredText {
  const input = analyse(request, split, deadline)
  const { family, question } = input
  const isCondensed = isCondensing(request)
  const isImplicit = !isCondensed && question.isImplicit
  const { chances: scores, scorer } = scoreText(preferred, input)
  deadline.check()
  const names = findNames(input)
  const protection = protect(request, input, deadline)
  deadline.check()
  const structure = withPartHeads(split, input.structure, family, deadline)
  const isAboutAll = asksAboutAll(request, input)
  const known = { input, structure, names, protection, isOverview: isAboutAll }
  const { chances, certain, decidedBy, fired } = applyRules(RULES, known, scores, isCondensed)
  const isCutInside = !isCondensed && (request.budget === undefined || isImplicit)
  const sizes = lineSizes(input, isCutInside, deadline)
  const { inside, tokens, characters, textTokens, mostOfText } = sizes
  const scored: ScoredText = {
    input,
    named: allNames(names),
    scorer,
    textTokens,
    inside,
    isAboutAll,
    isByNumbers: fired.has('extremes'),
    reported: protection,
    lines: {
      family,
      split,
      structure,
      chances,
      certain: withLines(certain, mostOfText),
      decidedBy,
      protection,
      isImplicit,
      tokens,
      characters,
      deadline,
    },
  }
  const isShaped = !isCondensed && !isImplicit && request.budget === undefined
  const answer = isShaped ? findAnswer(input) : undefined
  return answer === undefined ? scored : { ...scored, ...withAnswer(scored, answer) }
}

function withLines(marked: Uint8Array, lines: readonly number[]): Uint8Array {
  const more = marked.slice()
  for (const line of lines) more[line] = 1
  return more
}

/** An agent that announces before a call to read all of it reads it for the task. */
function asksAboutAll(request: PruneRequest, input: ScoringInput): boolean {
  if (isCondensing(request) || request.budget !== undefined) return false
  const { question } = input
  return question.isOverview && !(question.isImplicit && taskOf(input) !== '')
}

function isWorthCutting(
  request: PruneRequest,
  { isAboutAll, textTokens }: ScoredText,
  { blocks, parts, stats }: PruneResult,
  { cost }: Chosen,
): boolean {
  if (blocks.length === 0 && parts.length === 0) return false
  const isShownWhole = isAboutAll && isSmall(textTokens) && textTokens <= boundOf(request)
  return !isShownWhole && pays(request, stats, cost)
}

const metaOf = (sourceType: ResultMeta['sourceType'], { warning, name }: Scorer): ResultMeta => ({
  sourceType,
  warnings: warning === undefined ? [] : [warning],
  scorer: name,
})
