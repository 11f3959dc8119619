// Which lines answer a direct question by the text's own structure, where its shape is known. Every other question
// stays with the scorer.
import { askedQuestion } from '../question/asked-question.js'
import type { ScoringInput } from '../types.js'
import type { Answer, Asking } from './answer.js'
import { codeAnswer } from './code-answer.js'
import { dataAnswer, isData } from './data-answer.js'
import { diffAnswer } from './diff-answer.js'
import { recordAnswer } from './record-answer.js'
import { rowAnswer } from './row-answer.js'
import { sectionAnswer } from './section-answer.js'
import { usesAnswer, valueAnswer } from './uses-answer.js'

export function findAnswer(input: ScoringInput): Answer | undefined {
  if (input.question.origin === 'implicit') return undefined
  const { split, structure, words, family, fileName = '', checkDeadline } = input
  const question = askedQuestion(input.question.text)
  const asking: Asking = { question, split, structure, words, family, fileName, checkDeadline }
  if (family === 'prose') return sectionAnswer(asking)
  if (!question.isAsking) return undefined
  if (family === 'diff') return diffAnswer(asking)
  if (isData(asking)) return rowAnswer(asking) ?? recordAnswer(asking) ?? dataAnswer(asking)
  if (family === 'code') return codeAnswer(asking) ?? usesAnswer(asking) ?? valueAnswer(asking)
  return family === 'test' ? undefined : rowAnswer(asking)
}
