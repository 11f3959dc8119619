// All that is known of a text before anything is chosen: its lines and their structure, what each is worth to
// the reader and what it costs to show.
import { Deadline, DeadlineExceeded } from './deadline.js'
import { type Protected, protect } from './evidence/protect.js'
import { parseQuestion } from './question/question.js'
import { taskOf } from './question/task.js'
import { allNames, findNames, type NamedLines } from './rules/names.js'
import { applyRules } from './rules/rule.js'
import { RULES } from './rules/table.js'
import { lexicalScorer } from './scorer/lexical/lexical.js'
import { cutLongLines } from './select/long-lines.js'
import type { SelectionInput } from './select/select.js'
import type { Answer } from './shapes/answer.js'
import { certainLines, chancesWith, sampledProtection } from './shapes/apply-answer.js'
import { findAnswer } from './shapes/find-answer.js'
import { familyOf } from './text/family.js'
import { type SplitText, splitText } from './text/lines.js'
import { withPartHeads } from './text/part-heads.js'
import { detectSourceType } from './text/source-type.js'
import { analyseStructure } from './text/structure.js'
import { indexWords } from './text/words.js'
import { tokensIn } from './tokens/estimate.js'
import type { LineParts, PruneRequest, Scorer, ScoringInput } from './types.js'

export interface Weighed {
  readonly input: ScoringInput
  readonly named: readonly NamedLines[]
  /** The scorer that was used in the end. */
  readonly scorer: Scorer
  /** Tokens of the whole text, estimated. */
  readonly textTokens: number
  /** Whether the question is about all of the text: the chances are then how much a line tells of its layout. */
  readonly isAboutAll: boolean
  /** Whether the question is answered by the greatest or least number, not by words. */
  readonly isByNumbers: boolean
  /** What reports failures, whatever of it the answer leaves to a count. */
  readonly reported: Protected
  /** What answers by the text's own structure, where the question has such a shape. */
  readonly answer?: Answer
  /** What would be shown of lines that are cut inside. */
  readonly inside: readonly LineParts[]
  readonly lines: Pick<
    SelectionInput,
    | 'family'
    | 'split'
    | 'structure'
    | 'chances'
    | 'certain'
    | 'protection'
    | 'isImplicit'
    | 'decidedBy'
    | 'tokens'
    | 'characters'
    | 'deadline'
  >
}

/** Weighs a text for a question. In a condensed text nothing is folded, downweighted or cut inside. */
export function weighText(
  request: PruneRequest,
  split: SplitText,
  wantedScorer: Scorer,
  deadline: Deadline,
): Weighed {
  const { budget, directives = false } = request
  const isCondensed = request.mode === 'condense'
  const input = analyse(request, split, deadline)
  const { question } = input
  const isImplicit = !isCondensed && question.isImplicit
  const { chances: scores, scorer } = scoreWith(wantedScorer, input)
  deadline.check()
  const names = findNames(input)
  const protection = protect(input, deadline, {
    keepsRepeats: isCondensed,
    askedWarnings: question.asks('warnings') ? 'all' : new Set(question.specific),
    dropsPassed: input.family === 'test' && !isCondensed && !question.asks('passed'),
    directives,
  })
  deadline.check()
  const structure = withPartHeads(split, input.structure, input.family, deadline)
  // Who says before a call that all of it will be read reads it for the task.
  const isForTask = isImplicit && taskOf(input) !== ''
  const isAboutAll = !isCondensed && budget === undefined && !isForTask && question.isOverview
  const known = { input, structure, names, protection, isOverview: isAboutAll }
  const weights = applyRules(RULES, known, scores, isCondensed)
  const isCutInside = !isCondensed && (budget === undefined || isImplicit)
  const lineTokens = tokensOfLines(split, deadline)
  const { inside, tokens, mostOfText } = isCutInside
    ? cutLongLines(input, lineTokens)
    : { inside: [], tokens: lineTokens, mostOfText: [] }
  const certain = weights.certain.slice()
  for (const line of mostOfText) certain[line] = 1
  const { chances, decidedBy, fired } = weights
  const named = allNames(names)
  const isByNumbers = fired.has('extremes')
  const textTokens = sumOf(lineTokens)
  const { family } = input
  const answer = isCondensed || isImplicit || budget !== undefined ? undefined : findAnswer(input)
  const found = { family, split, structure, chances, certain, decidedBy, protection }
  const costs = { isImplicit, tokens, characters: charactersOf(split, inside), deadline }
  const lines = { ...found, ...costs }
  const about = { isAboutAll, isByNumbers, reported: protection }
  const weighed = { input, named, scorer, textTokens, inside, ...about, lines }
  return answer === undefined ? weighed : withAnswer(weighed, answer)
}

function withAnswer(weighed: Weighed, found: Answer): Weighed {
  const { lines, inside } = weighed
  const answer = found.lines.length > 0 ? found : { ...found, lines: bestOf(lines.chances) }
  const { split, chances, protection } = lines
  const own = new Set(answer.lines)
  return {
    ...weighed,
    answer,
    named: answer.shape === 'none' ? weighed.named : [],
    isAboutAll: false,
    inside: inside.filter(({ line }) => !own.has(line - 1)),
    lines: {
      ...lines,
      chances: chancesWith(answer, chances),
      certain: certainLines(answer, split.count),
      protection: sampledProtection(protection, split, answer),
    },
  }
}

const LEAST_SHOWN = 3

/** An answer that is nothing but a mark helps nobody. */
function bestOf(chances: Float32Array): number[] {
  const ranked = Array.from(chances.keys()).sort((a, b) => chances[b]! - chances[a]!)
  return ranked.slice(0, LEAST_SHOWN).sort((a, b) => a - b)
}

/** What of a request a scorer may know. */
type Asked = Pick<
  PruneRequest,
  'text' | 'goal' | 'origin' | 'sourceType' | 'fileName' | 'context' | 'task' | 'firstLine'
>

/** What a scorer is given; for measuring one on its own. */
export function scoringInput(request: Asked): ScoringInput {
  return analyse(request, splitText(request.text), new Deadline(undefined, undefined))
}

/** The chance of each line to be needed, with all that the question says by name. */
export function lineChances(request: Asked, scorer: Scorer = lexicalScorer): Float32Array {
  const split = splitText(request.text)
  return weighText(request, split, scorer, new Deadline(undefined, undefined)).lines.chances
}

function analyse(request: Asked, split: SplitText, deadline: Deadline): ScoringInput {
  const { origin, fileName, context, task, firstLine = 1 } = request
  const sourceType = sourceTypeOf(request)
  return {
    split,
    words: indexWords(split, deadline),
    structure: analyseStructure(split, sourceType, deadline),
    question: parseQuestion(request),
    sourceType,
    family: familyOf(split, sourceType, fileName),
    firstLine,
    ...(fileName === undefined ? {} : { fileName }),
    ...(context === undefined ? {} : { call: context }),
    // What was asked outright is answered alike, however its asker came by the text.
    ...(origin === 'explicit' || context === undefined ? {} : { context }),
    ...(origin === 'explicit' || task === undefined ? {} : { task }),
    checkDeadline: () => deadline.check(),
  }
}

export function sourceTypeOf(request: Pick<PruneRequest, 'text' | 'sourceType' | 'fileName'>) {
  const { text, sourceType = 'auto', fileName } = request
  return sourceType === 'auto' ? detectSourceType(text, fileName) : sourceType
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

/** What each line is shown with, in characters. */
function charactersOf({ starts, count }: SplitText, inside: readonly LineParts[]): Float32Array {
  const characters = new Float32Array(count)
  for (let i = 0; i < count; i++) characters[i] = starts[i + 1]! - starts[i]!
  for (const { line, pieces } of inside)
    characters[line - 1] = pieces.reduce((sum, { from, to }) => sum + to - from, 1)
  return characters
}

function tokensOfLines({ text, starts, count }: SplitText, deadline: Deadline): Float32Array {
  const tokens = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    tokens[i] = tokensIn(text, starts[i]!, starts[i + 1]!)
    // A line costs more than its characters: most of two million may have one.
    deadline.spend(starts[i + 1]! - starts[i]! + 64)
  }
  return tokens
}
