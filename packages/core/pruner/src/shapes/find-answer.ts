// The lines that answer a direct question by the text's own structure, if its shape is known. Every other question
// is left to the scorer.
import { askedQuestion } from '../question/asked-question.js'
import { isAsking } from '../question/asking.js'
import { clausesOf } from '../question/clauses.js'
import type { PartKind } from '../question/shape-words.js'
import type { ScoringInput } from '../types.js'
import { absentAnswer } from './absent-answer.js'
import { type Answer, type Asking, ascending, partOf } from './answer.js'
import { codeAnswer } from './code-answer.js'
import { commitAnswer } from './commit-answer.js'
import { isData } from './data-parts.js'
import { diffAnswer } from './diff-answer.js'
import { docstringSectionAnswer } from './docstring-section-answer.js'
import { entryAnswer } from './entry-answer.js'
import { keyAnswer, UNSURE } from './key-answer.js'
import { keywordAnswer, linesStating } from './keyword-answer.js'
import { listingAnswer } from './listing-answer.js'
import { optionAnswer } from './option-answer.js'
import { partAnswer } from './part-answer.js'
import { rowAnswer } from './row-answer.js'
import { runAnswer } from './run-answer.js'
import { bannerAnswer, sectionAnswer } from './section-answer.js'
import { familyUsesAnswer, mentionsAnswer, usesAnswer } from './uses-answer.js'
import { valueAnswer } from './value-answer.js'

export function findAnswer(input: ScoringInput): Answer | undefined {
  if (input.question.origin === 'implicit' || !mayHaveShape(input)) return undefined
  const asking = askingOf(input)
  return (
    ofClauses(asking, byStructure(asking)) ??
    (mayBeAbsent(input, asking) ? absentAnswer(asking) : undefined)
  )
}

/** Where one clause has no answer by structure, the scorer looks for it. */
const ELSEWHERE = 0.5

/** An answer to a question with two clauses answers both. */
function ofClauses(asking: Asking, whole: Answer | undefined): Answer | undefined {
  if (asking.family === 'code') return whole
  const clauses = clausesOf(asking.question.text).map(askedQuestion)
  const answers = clauses.map((question) => {
    const answer = byStructure({ ...asking, question })
    return answer?.elsewhere === UNSURE ? undefined : answer
  })
  const found = [whole, ...answers].filter((answer) => answer !== undefined)
  const [first, ...more] = found
  if (first === undefined || clauses.length === 0) return whole
  const isWhole = clauses.every(
    ({ contentWords }, i) => contentWords.length === 0 || answers[i] !== undefined,
  )
  if (more.length === 0 && isWhole) return first
  return {
    ...partOf(ascending(found.flatMap(({ lines }) => lines))),
    noun: more.length === 0 ? first.noun : 'lines',
    members: ascending(found.flatMap(({ members }) => members)),
    ...(!isWhole && { elsewhere: ELSEWHERE, keepsEvidence: true }),
  }
}

/** What is stated rather than asked can only be about the rows of a table or the sections of a document. */
function mayHaveShape({ question, family, split }: ScoringInput): boolean {
  if (family === 'prose' || family === 'output' || isData({ family, split })) return true
  return isAsking(question.text)
}

/**
 * A request by kind or by number is not searched by its words, nor is what is to be added. How code works is asked in
 * words that the code need not have.
 */
function mayBeAbsent({ question, family }: ScoringInput, { question: parsed }: Asking): boolean {
  if (!parsed.isAsking || question.isOverview || question.negated !== undefined) return false
  if (parsed.isHow && family === 'code') return false
  if ([...parsed.kinds].some((kind) => !OF_ANY_TEXT.has(kind))) return false
  return !(['most', 'least', 'failures', 'warnings', 'passed', 'edit'] as const).some((topic) =>
    question.asks(topic),
  )
}

/** Kinds that name only places of a text. */
const OF_ANY_TEXT: ReadonlySet<PartKind> = new Set(['row', 'key', 'heading'])

function askingOf(input: ScoringInput): Asking {
  const { split, structure, words, family, fileName = '', checkDeadline } = input
  const question = input.question.parsed
  return { question, split, structure, words, family, fileName, checkDeadline }
}

function byStructure(asking: Asking): Answer | undefined {
  const { question, family } = asking
  const commits = question.isAsking ? commitAnswer(asking) : undefined
  if (commits) return commits
  if (family === 'prose')
    return sectionAnswer(asking) ?? optionAnswer(asking) ?? keywordAnswer(asking)
  // In a table a few words name rows: `invoices above 20`.
  if (!question.isAsking)
    return isData(asking) || family === 'output' ? rowAnswer(asking) : undefined
  if (family === 'diff') return diffAnswer(asking)
  if (isData(asking))
    return (
      bannerAnswer(asking) ??
      mentionsAnswer(asking) ??
      rowAnswer(asking) ??
      keyAnswer(asking) ??
      entryAnswer(asking) ??
      keywordAnswer(asking)
    )
  if (family === 'code')
    return (
      docstringSectionAnswer(asking) ??
      familyUsesAnswer(asking) ??
      codeAnswer(asking) ??
      keywordAnswer(asking) ??
      usesAnswer(asking) ??
      partAnswer(asking) ??
      valueAnswer(asking) ??
      linesStating(asking)
    )
  if (family === 'test') return runAnswer(asking) ?? entryAnswer(asking)
  return (
    mentionsAnswer(asking) ??
    listingAnswer(asking) ??
    runAnswer(asking) ??
    optionAnswer(asking) ??
    rowAnswer(asking) ??
    entryAnswer(asking) ??
    keywordAnswer(asking)
  )
}
