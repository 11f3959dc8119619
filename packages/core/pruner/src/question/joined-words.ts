// *When does it time out?* is written `timeout` in code: a verb and its particle, of which the second is in every
// text and says nothing alone.
import { type WordIndex, wordsOf } from '../text/words.js'
import type { Question } from './question.js'

const PARTICLES = /\b([a-z]{2,20}) (out|up|down|in|off|back|over)\b/gi
const MAX_JOINED = 4

/** The question with the joined word for each such pair, if the text has it: `in` may be a word of its own. */
export function withJoinedWords(question: Question, { vocabulary }: WordIndex): Question {
  if (question.isImplicit) return question
  let left = MAX_JOINED
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
