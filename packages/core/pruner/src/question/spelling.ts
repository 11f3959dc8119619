// A mistyped word for a kind of thing (*enviroment variables*, *colums*) is read as the word, if the text does not
// contain what was typed.
import { type WordIndex, wordsOf } from '../text/words.js'
import type { Question } from './question.js'
import { KIND_NAMES } from './shape-words.js'

const TYPED = /(?<![\w.$/-])[a-z]{5,16}(?![\w$(/-]|\.\w)/g
const KNOWN = new Set(
  [...KIND_NAMES, 'variable', 'change', 'difference', 'summary', 'directory'].flatMap((name) => [
    name,
    name
      .replace(/y$/, 'ie')
      .replace(/(?<=s|x|ch)$/, 'e')
      .concat('s'),
  ]),
)

const MIN_LENGTH = 5

/** Those that may be mistyped, by their first letter. */
const KNOWN_LONG = new Map<string | undefined, string[]>()
for (const known of KNOWN)
  if (known.length >= MIN_LENGTH)
    KNOWN_LONG.set(known[0], [...(KNOWN_LONG.get(known[0]) ?? []), known])

export function withSpelling(question: Question, { vocabulary }: WordIndex): Question {
  if (question.isImplicit) return question
  return question.rewritten(
    question.text.replace(TYPED, (word) => {
      if (KNOWN.has(word)) return word
      const [stem] = wordsOf(word)
      if (stem === undefined || vocabulary.find(stem) !== undefined) return word
      return KNOWN_LONG.get(word[0])?.find((known) => isMistyped(word, known)) ?? word
    }),
  )
}

/** Two letters swapped, one left out, or one too many inside the word; never the first. */
function isMistyped(word: string, known: string): boolean {
  if (Math.abs(word.length - known.length) > 1) return false
  let at = 0
  while (at < word.length && word[at] === known[at]) at++
  const rest = word.slice(at)
  const other = known.slice(at)
  if (word.length === known.length)
    return rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2)
  return rest === other.slice(1) || (other !== '' && rest.slice(1) === other)
}
