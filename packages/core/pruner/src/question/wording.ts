// *When does it time out?* is written `timeout` in code: a verb and its particle, of which the second is in every
// text and says nothing alone.

import type { Family } from '../text/family.js'
import { type WordIndex, wordsOf } from '../text/words.js'
import type { Question } from './question.js'

const PARTICLES = /\b([a-z]{2,20}) (out|up|down|in|off|back|over)\b/gi
const MOST = 4

/** The question with the joined word for each such pair, if the text has it: `in` may be a word of its own. */
export function withJoinedWords(question: Question, { vocabulary }: WordIndex): Question {
  if (question.isImplicit) return question
  let left = MOST
  return question.rewritten(
    question.text.replace(PARTICLES, (pair, verb: string, particle: string) => {
      const [stem] = wordsOf(verb)
      const joined = `${stem}${particle.toLowerCase()}`
      const [found] = wordsOf(joined)
      if (found === undefined || vocabulary.find(found) === undefined || left-- <= 0) return pair
      return particle.toLowerCase() === 'in' ? `${pair} ${joined}` : joined
    }),
  )
}

// The task of a session, from its first prompt. Clients and agent frameworks put their own texts
// in that place, which say nothing about the task.

/** Texts that a client writes into a session, and the system prompt of an agent. */
const NOT_A_TASK =
  /^[\s"'*_>]*(?:this session is being continued|\[request interrupted|#{1,3} [^\n]{0,40}\b(?:context|instructions)\b)/i
const ROLE = /^[\s"'*_>]*you (?:are (?:an?|the)|have access to)\b[^.\n]{0,400}[.\n]\s*/i

/** In these families a task shows what is wanted; a command's output is about the command. */
const TOLD = new Set<Family>(['code', 'search', 'data', 'prose'])

/** The part of a session's task that is relevant to a text; empty for nothing. */
export function taskOf({ family, task = '' }: { family: Family; task?: string }): string {
  return TOLD.has(family) ? taskIn(task) : ''
}

export function taskIn(words: string): string {
  return NOT_A_TASK.test(words) ? '' : words.replace(ROLE, '')
}
