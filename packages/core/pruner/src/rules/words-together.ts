// All words of the question together in a line of the text, or most of them in a message. A search would find those
// lines, whatever else the text says about each word.
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { lineText } from '../text/lines.js'
import type { ScoringInput } from '../types.js'
import { bestCovered, linesWithAll } from './lines-with-all.js'
import { ALL_FAMILIES, type Rule } from './rule.js'

/** On more lines than this the words are the text's subject. */
const MAX_LINES = 2

export const wordsTogether: Rule = {
  name: 'words-together',
  families: ALL_FAMILIES,
  questions: 'plain',
  answersOnly: true,
  does: 'Makes the few lines certain that contain all words of the question, and messages with most of them.',
  effect: ({ input, names }) => {
    const rest = { ...input, question: names.rest.question }
    const { specific, terms } = rest.question
    const together = [
      ...(specific.length < 2 ? [] : linesWithAll(rest, specific, MAX_LINES)),
      ...(terms.length < 3 ? [] : linesWithAll(rest, terms, MAX_LINES)),
    ]
    const certain = [...together, ...messages(rest)]
    return certain.length === 0 ? undefined : { certain }
  },
}

const MAX_LINE_LENGTH = 300
const MESSAGE = /"[^"]{10,}"|'[^']{10,}'|`[^`]{10,}`/

/** The few messages that contain most of the question's content words. */
function messages(input: ScoringInput): number[] {
  const contentWords = input.question.specific.filter((stem) => !ORDINARY_WORDS.has(stem))
  const least = Math.max(2, Math.ceil(0.6 * contentWords.length))
  return bestCovered(input, contentWords, MAX_LINES, least, (line) => {
    const message = MESSAGE.exec(lineText(input.split, line, MAX_LINE_LENGTH))?.[0] ?? ''
    return message.split(' ').length > 2
  })
}
