// Which of many files a question is about: those with its rare words, close together, in their text or their path.
import { wordsOf } from '@jeeves/pruner'

export interface RankedFiles {
  /** The best match first. */
  readonly best: readonly string[]
  /** Others with most of the words, in order. */
  readonly next: readonly string[]
  /** Without the words. */
  readonly others: number
  /** How many could not be read. */
  readonly unread: number
}

const MAX_SHOWN = 5
/** Share of the best file's score, for files that are shown and for others that match. */
const SHOWN_SHARE = 0.75
const MATCH_SHARE = 0.5
/** Passages are looked for only in the best by words: that takes longer. */
const MAX_READ = 60
/** Lines of a passage: about a function or a paragraph. */
const PASSAGE_LINES = 12

/** `read` returns `undefined` for a file that is not a text. */
export function rankFiles(
  files: readonly string[],
  question: string,
  read: (file: string) => string | undefined,
): RankedFiles {
  const terms = [...new Set(termsIn(question))]
  const found = files.flatMap((file) => {
    const text = read(file)
    if (text === undefined) return []
    const own = new Set(termsIn(`${file}\n${text}`))
    return { file, terms: terms.filter((term) => own.has(term)) }
  })
  const worth = new Map(terms.map((term) => [term, rarity(term, found)]))
  const byWords = found
    .map(({ file, terms: own }) => ({ file, score: sumOf(own, worth) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const matching = byWords.filter(({ score }) => score >= (byWords[0]?.score ?? 0) * MATCH_SHARE)
  const ranked = matching
    .slice(0, MAX_READ)
    .map(({ file, score }) => ({
      file,
      score: score + passageScore(read(file) ?? '', worth) + sumOf(new Set(termsIn(file)), worth),
    }))
    .sort((a, b) => b.score - a.score)
  const least = (ranked[0]?.score ?? 0) * SHOWN_SHARE
  const count = ranked.slice(0, MAX_SHOWN).filter(({ score }) => score >= least).length
  const order = [...ranked, ...matching.slice(MAX_READ)].map(({ file }) => file)
  return {
    best: order.slice(0, count),
    next: order.slice(count),
    others: found.length - order.length,
    unread: files.length - found.length,
  }
}

/** Words as the engine compares them, and names of code as they are written. */
const termsIn = (text: string): string[] => [...wordsOf(text), ...(text.match(NAME) ?? [])]

/** With an underscore or a capital inside. */
const NAME = /\b[A-Za-z$][\w$]*(?:_[A-Za-z\d]|[a-z\d][A-Z])[\w$]*/g

/** Of two or three files, chance decides which word is rare. */
const MIN_FILES = 20

/** As in BM25: a word that every one of many files has is worth next to nothing. */
function rarity(term: string, files: readonly { readonly terms: readonly string[] }[]): number {
  const having = files.filter(({ terms }) => terms.includes(term)).length
  const all = Math.max(MIN_FILES, files.length)
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

function sumOf(terms: Iterable<string>, worth: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const term of terms) sum += worth.get(term) ?? 0
  return sum
}

/** What the different words of the best passage are worth together. */
function passageScore(text: string, worth: ReadonlyMap<string, number>): number {
  const lines = text.split('\n').map((line) => termsIn(line).filter((term) => worth.has(term)))
  const counts = new Map<string, number>()
  let best = 0
  for (const [i, added] of lines.entries()) {
    for (const term of added) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const term of lines[i - PASSAGE_LINES] ?? []) {
      const left = (counts.get(term) ?? 0) - 1
      if (left > 0) counts.set(term, left)
      else counts.delete(term)
    }
    if (added.length > 0) best = Math.max(best, sumOf(counts.keys(), worth))
  }
  return best
}
