// What a question about entries names literally: addresses, ids, numbers, names with a sign in them, words in
// capitals, and the longest phrase that the text contains as it is.
import type { AskedQuestion } from '../question/asked-question.js'
import { shortFormsIn } from '../question/short-forms.js'
import { searchIgnoringCase } from '../text/name-search.js'
import { wordsOf } from '../text/words.js'
import type { Asking } from './answer.js'

/** `Skype.exe`, `m_000002_0`, `10.0.0.7`, `--flag`, `#include`. */
const NAMED = /[\p{L}\p{N}][_./:@-][\p{L}\p{N}]|^[#@$][\p{L}_]{3}/u
const CAPITALS = /^[A-Z][A-Z\d_]{3,}$/

export function literalsIn({ split, words }: Asking, question: AskedQuestion): string[] {
  const { quoted, tokens, text } = question
  const named = tokens
    .map((token) => token.replace(/^(\d{3,})s$/, '$1'))
    .filter(
      (token) =>
        (token.length > 2 && /^\d+$/.test(token)) ||
        (token.length > 3 && (/\d/.test(token) || NAMED.test(token))) ||
        (CAPITALS.test(token) && split.text.includes(token)),
    )
  const unknown = tokens.filter((token) => isOfTwoWords(token, words))
  const contains = unknown.length > 0 ? searchIgnoringCase(split) : () => false
  const joined = unknown.filter((token) => contains(token))
  const short = shortFormsIn(text, split.text)
  const literals = [...new Set([...quoted, ...named, ...joined, ...short])].filter(
    (literal) => literal !== '' && (short.length === 0 || !/^read/i.test(literal)),
  )
  const phrase = phraseIn({ split, words }, text)
  if (phrase === undefined || literals.some((literal) => phrase.includes(literal.toLowerCase())))
    return literals
  return [...literals, phrase]
}

/** `airport` is in the text, though only as `AirPort`, which are two words. */
function isOfTwoWords(token: string, { vocabulary }: Asking['words']): boolean {
  const isKnown = (word: string) =>
    wordsOf(word).every((stem) => vocabulary.find(stem) !== undefined)
  if (!/^\p{L}{5,}$/u.test(token) || isKnown(token)) return false
  for (let at = 2; at <= token.length - 2; at++)
    if (isKnown(token.slice(0, at)) && isKnown(token.slice(at))) return true
  return false
}

const MIN_WORDS = 3
const MIN_LETTERS = 12
const MAX_WORDS = 30

/** The longest run of at least three words of the question that is in the text. */
function phraseIn(
  { split, words: { vocabulary } }: Pick<Asking, 'split' | 'words'>,
  question: string,
): string | undefined {
  const words = question.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu) ?? []
  if (words.length < MIN_WORDS || words.length > MAX_WORDS) return undefined
  // Most words of a question are not in the text, and a search of all of it takes long.
  const isKnown = words.map((word) =>
    wordsOf(word).every((stem) => vocabulary.find(stem) !== undefined),
  )
  const contains = searchIgnoringCase(split)
  let best: string[] = []
  for (let from = 0; from + Math.max(MIN_WORDS, best.length + 1) <= words.length; from++) {
    let to = from + Math.max(MIN_WORDS, best.length + 1)
    const mayBe = () => isKnown.slice(from, to).every(Boolean)
    while (to <= words.length && mayBe() && contains(words.slice(from, to).join(' ')))
      best = words.slice(from, to++)
  }
  const phrase = best.join(' ')
  return phrase.length >= MIN_LETTERS ? phrase : undefined
}
