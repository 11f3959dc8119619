// The words of a question, a call or a task, as stems. They are data: nothing in them changes how the engine works.
import { wordsOf } from '../text/words.js'
import { GENERIC_WORDS, STOP_WORDS } from './filler-words.js'

/** A pasted log is a goal too; beyond this many distinct words, further ones add nothing. */
const MAX_TERMS = 200
const MAX_CHARACTERS = 20_000

/** Distinct stems in order; stop words only when there is nothing else. */
export function termsOf(text: string): string[] {
  const all = [...new Set(wordsOf(plainWords(text.slice(0, MAX_CHARACTERS))))]
  const content = all.filter((word) => !STOP_WORDS.has(word))
  return (content.length > 0 ? content : all).slice(0, MAX_TERMS)
}

/** In a regular expression `\b`, `\w` and the like are not letters of a word. */
function plainWords(text: string): string {
  return text.includes('\\')
    ? text.replaceAll(/\\[bBdDsSwWnrtpP](?:\{[^}\s]{1,20}\})?/g, ' ')
    : text
}

/** The terms that not every question has. */
export function specificTerms(terms: readonly string[]): string[] {
  return terms.filter(
    (term) => term.length >= 3 && !GENERIC_WORDS.has(term) && !STOP_WORDS.has(term),
  )
}

const codeNamePattern =
  /`[^`\n]{1,80}`|[A-Za-z_$][\w$]{0,80}(?:[.:]{1,2}[A-Za-z_$][\w$]{0,80}){0,6}(?:\(\))?/g

/** The words of what is spelled as code: in backticks, with inner capitals, underscores, dots or a call. */
export function codeNamesIn(text: string): string[][] {
  const found: string[][] = []
  for (const [token] of text.matchAll(codeNamePattern)) {
    if (/^`|[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|\w[.:]+\w|\(\)$|^_/.test(token))
      found.push(wordsOf(token))
  }
  return found
}
