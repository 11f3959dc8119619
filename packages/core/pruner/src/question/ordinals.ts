// How many of a sequence a question asks for, and from which end: `the last five commits`.

const NUMBER_WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const COUNT = `(\\d{1,3}|${NUMBER_WORDS.join('|')}|few|couple of)`
const counted = (words: string): RegExp =>
  // Not as a part of a path.
  new RegExp(`(?<![\\w./-])(?:${COUNT} )?(?:${words})(?: ${COUNT})?(?![\\w/-]|\\.\\w)`, 'i')
const NEWEST = counted('last|latest|newest|most recent')
const OLDEST = counted('first|oldest|earliest')
/** Of `the last few`. */
const FEW = 3

export interface Ordinal {
  readonly end: 'newest' | 'oldest'
  readonly count: number
  /** As the question has it. */
  readonly text: string
}

export function ordinalIn(text: string): Ordinal | undefined {
  const newest = NEWEST.exec(text)
  const found = newest ?? OLDEST.exec(text)
  if (!found) return undefined
  return { end: newest ? 'newest' : 'oldest', count: countOf(found[1] ?? found[2]), text: found[0] }
}

function countOf(word: string | undefined): number {
  if (word === undefined) return 1
  if (/^\d/.test(word)) return Math.max(1, Number(word))
  const at = NUMBER_WORDS.indexOf(word.toLowerCase())
  return at === -1 ? FEW : at + 1
}
