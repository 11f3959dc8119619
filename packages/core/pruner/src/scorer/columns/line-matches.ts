// How well each line matches each term of the question, one byte per pair, term by term.
import type { WordIndex } from '../../text/words.js'
import { squash } from './columns.js'
import type { NearPairs } from './matches.js'
import type { CallContext, WeightedTerms } from './weighted-terms.js'

const SAME = 255

function emptyMatches(terms: number, lines: number) {
  const stride = Math.ceil(lines / 4) * 4
  const perLine = () => new Float32Array(lines)
  return {
    /** Best match of term `q` in line `i` at `q * stride + i`; 255 is the term itself, and only that. */
    meaning: new Uint8Array(terms * stride),
    /** At least the number of lines, and a multiple of four. */
    stride,
    /** 1 for a term that some line matches. */
    isMatched: new Uint8Array(terms),
    /** Weighted sums over the terms, as a share of a line with all terms. */
    bm25: perLine(),
    soft: perLine(),
    spelling: perLine(),
    named: perLine(),
    neighbours: perLine(),
    best: perLine(),
    /** Rarity of the line's rarest term of the question. */
    rare: perLine(),
    /** The same sums for the call's own words, and for both together. */
    context: perLine(),
    both: perLine(),
    /** Similarity of the line's words to the question as a whole: weighted sum, and the weights' sum. */
    wholeSum: perLine(),
    wholeMass: perLine(),
    meanRarity: perLine(),
    topRarity: perLine(),
  }
}

export type LineMatches = Readonly<ReturnType<typeof emptyMatches>>

export function matchLines(
  text: WordIndex,
  lines: number,
  question: WeightedTerms,
  pairs: NearPairs,
  context: CallContext,
  rarityOf: Float32Array,
  checkDeadline: () => void,
): LineMatches {
  const found = emptyMatches(question.terms.length, lines)
  const weighing = weighingOf(question, rarityOf)
  const best = emptyTerms(question.terms.length)
  const { meaning, spelling, times, touched } = best
  const meanLength = meanWords(text, lines)
  const { ids, starts } = text
  const { starts: pairStarts, term, toWhole, meaning: near, spelling: alike } = pairs
  for (let i = 0; i < lines; i++) {
    const begin = starts[i]!
    const end = starts[i + 1]!
    if ((i & 255) === 0) checkDeadline()
    let used = 0
    let previous = -1
    let called = 0
    let wholeSum = 0
    let wholeMass = 0
    let topRarity = 0
    for (let at = begin; at < end; at++) {
      const w = ids[at]!
      const rare = rarityOf[w]!
      wholeSum = Math.fround(wholeSum + rare * toWhole[w]!)
      wholeMass = Math.fround(wholeMass + rare)
      if (rare > topRarity) topRarity = rare
      called += context.weights[w]!
      let here = -1
      for (let p = pairStarts[w]!; p < pairStarts[w + 1]!; p++) {
        const q = term[p]!
        if (meaning[q] === 0 && spelling[q] === 0) touched[used++] = q
        if (near[p]! > meaning[q]!) meaning[q] = near[p]!
        if (alike[p]! > spelling[q]!) spelling[q] = alike[p]!
        if (question.numbers[q] === w) {
          times[q]!++
          here = q
        }
      }
      if (here >= 0 && previous >= 0 && here !== previous)
        found.neighbours[i]! += neighbourly(question, previous, here) / weighing.sum
      previous = here
    }
    found.wholeSum[i] = wholeSum
    found.wholeMass[i] = wholeMass
    found.topRarity[i] = topRarity
    if (end > begin) found.meanRarity[i] = wholeMass / (end - begin)
    const longer = 1.2 * (0.25 + (0.75 * (end - begin)) / meanLength)
    for (let u = 0; u < used; u++) addTerm(found, i, longer, best, best.touched[u]!, weighing)
    found.neighbours[i] = squash(found.neighbours[i]!, 0.1)
    // Long lines contain more of anything; the same damping as for the question's words.
    found.context[i] = squash(called, longer)
    found.both[i] = squash(found.bm25[i]! * weighing.sum + found.context[i]!, 1)
  }
  return found
}

export const meanWords = ({ starts }: WordIndex, lines: number): number =>
  Math.max(1, starts[lines]! / Math.max(1, lines))

/** The best matches of a line, by term, and the terms that have any. */
interface TermsOfLine {
  readonly meaning: Float32Array
  readonly spelling: Float32Array
  readonly times: Uint16Array
  readonly touched: Uint8Array
}

interface Weighing {
  readonly question: WeightedTerms
  readonly rarityOf: Float32Array
  readonly sum: number
  readonly namedSum: number
  readonly top: number
}

const emptyTerms = (terms: number): TermsOfLine => ({
  meaning: new Float32Array(terms),
  spelling: new Float32Array(terms),
  times: new Uint16Array(terms),
  touched: new Uint8Array(terms),
})

function weighingOf(question: WeightedTerms, rarityOf: Float32Array): Weighing {
  const { weights, named } = question
  const sum = weights.reduce((a, b) => a + b, 0) || 1
  const namedSum = weights.reduce((a, b, q) => a + b * named[q]!, 0) || 1
  return { question, rarityOf, sum, namedSum, top: weights[0] ?? 1 }
}

/** Adds what line `i` has of term `q`, and clears it for the next line. */
function addTerm(
  found: LineMatches,
  i: number,
  longer: number,
  { meaning, spelling, times }: TermsOfLine,
  q: number,
  { question, rarityOf, sum, namedSum, top }: Weighing,
): void {
  const weight = question.weights[q]!
  found.isMatched[q] = 1
  const near = meaning[q]! > spelling[q]! ? meaning[q]! : spelling[q]!
  found.meaning[q * found.stride + i] =
    times[q]! > 0 ? SAME : Math.min(SAME - 1, Math.round(SAME * near))
  found.soft[i]! += (weight * near) / sum
  found.spelling[i]! += (weight * spelling[q]!) / sum
  if (weight * near > found.best[i]! * top) found.best[i] = (weight * near) / top
  if (times[q]! > 0) {
    found.bm25[i]! += (weight * times[q]!) / (times[q]! + longer) / sum
    if (question.named[q] === 1) found.named[i]! += weight / namedSum
    const rare = rarityOf[question.numbers[q]!]!
    if (rare > found.rare[i]!) found.rare[i] = rare
  }
  meaning[q] = 0
  spelling[q] = 0
  times[q] = 0
}

// Two adjacent terms count more if they are adjacent in the goal too, as in a name.
function neighbourly(question: WeightedTerms, a: number, b: number): number {
  const weight = Math.min(question.weights[a]!, question.weights[b]!)
  const apart = question.places[b]! - question.places[a]!
  return apart === 1 ? weight : weight * 0.4
}
