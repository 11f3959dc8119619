// The keys of YAML, JSON, TOML or INI that a question is about: those whose names, values and outer keys contain most
// of its words, rare words before common ones.
import { STOP_WORDS } from '../question/filler-words.js'
import { isFrameWord } from '../question/shape-words.js'
import { wordsOf } from '../text/words.js'
import type { Asking } from './answer.js'
import { ancestorsOf, type DataKey } from './data-keys.js'
import { type KeyWords, keyAliasesOf, keyWords } from './key-words.js'

export interface FoundKeys {
  readonly keys: readonly DataKey[]
  /** The share of the question's words that they contain, weighted by rarity. */
  readonly coverage: number
  /** The same share for any lines. */
  readonly coverageOf: (lines: readonly number[]) => number
  /** Whether they contain the question's words that are on a line. */
  readonly includes: (line: number) => boolean
}

/** A word of the question: its number is its bit in the masks of lines. */
interface Term {
  readonly stem: string
  readonly weight: number
}

/** As many as fit into the bits of a number. */
const MAX_TERMS = 20
/** A word of an outer key counts less than one of the key itself. */
const OF_OUTER = 0.8
const OF_VALUE = 0.6
/** A word that most questions have counts less. */
const OF_FRAME = 0.4
const UNFOUND = 1.5
/** Keys that score nearly as much as the best one are meant too. */
const NEARLY = 0.92

export function searchKeys(asking: Asking, keys: readonly DataKey[]): FoundKeys | undefined {
  const stems = asking.question.stems
    .filter((stem) => !STOP_WORDS.has(stem) || !isFrameWord(stem))
    .slice(0, MAX_TERMS)
  if (stems.length === 0 || keys.length === 0) return undefined
  const found = keyWords(asking, keys, stems)
  const { names, own, outer, maskOf } = found
  const terms = stems.map((stem, bit) => ({ stem, weight: weightOf(stem, bit, own) }))
  const total = weightIn(terms, ~0) + unfoundWeight(asking, terms)
  if (total === 0) return undefined
  const shares = keys.map((key, i) => (names[i] === 0 ? 0 : nameShare(key, stems)))
  const scores = own.map((mask, i) =>
    isNamed(terms, mask) || shares[i] === 1 ? scoreOf(terms, names[i]!, mask, outer[i]!) : 0,
  )
  const best = scores.reduce((most, score) => Math.max(most, score), 0)
  if (best <= 0) return undefined
  const near = [...keys.keys()].filter((i) => scores[i]! >= NEARLY * best)
  const chosen = withoutInner(near, keys, found)
  const whole = chosen.filter((i) => shares[i] === 1)
  return {
    keys: (whole.length > 0 ? whole : chosen).map((i) => keys[i]!),
    coverage: best / total,
    includes: (line) => chosen.some((i) => (maskOf(line) & ~(own[i]! | outer[i]!)) === 0),
    coverageOf: (lines) => {
      const shown = new Set(lines)
      const around = keys.map(({ line }, i) => (shown.has(line) ? outer[i]! : 0))
      const mask = [...around, ...lines.map(maskOf)].reduce((all, one) => all | one, 0)
      return weightIn(terms, mask) / total
    },
  }
}

const isNamed = (terms: readonly Term[], own: number): boolean =>
  terms.some(({ stem }, bit) => ((own >> bit) & 1) === 1 && !isFrameWord(stem))

function scoreOf(terms: readonly Term[], name: number, own: number, outer: number): number {
  const outside = OF_OUTER * weightIn(terms, outer & ~name)
  return weightIn(terms, name) + outside + OF_VALUE * weightIn(terms, own & ~name & ~outer)
}

function weightIn(terms: readonly Term[], mask: number): number {
  let sum = 0
  for (const [bit, { weight }] of terms.entries()) if ((mask >> bit) & 1) sum += weight
  return sum
}

/** The fewer keys have it, the more a word says; one that no key has says nothing here. */
function weightOf(stem: string, bit: number, own: readonly number[]): number {
  const count = own.reduce((sum, mask) => sum + ((mask >> bit) & 1), 0)
  if (count === 0) return 0
  const rarity = Math.log(1 + own.length / count) / Math.log(1 + own.length)
  return (1 + rarity) * (isFrameWord(stem) ? OF_FRAME : 1)
}

/** Words that only comments and the like have count too: no key is about them. */
function unfoundWeight({ words }: Asking, terms: readonly Term[]): number {
  const unfound = terms.filter(
    ({ stem, weight }) =>
      weight === 0 && !isFrameWord(stem) && words.vocabulary.find(stem) !== undefined,
  )
  return UNFOUND * unfound.length
}

/** Without keys inside others of them that add no word. */
function withoutInner(
  chosen: readonly number[],
  keys: readonly DataKey[],
  { own, outer }: KeyWords,
): number[] {
  const known = new Map(chosen.map((i) => [keys[i]!, own[i]! | outer[i]!]))
  return chosen.filter((i) =>
    ancestorsOf(keys[i]!).every((key) => (own[i]! & ~(known.get(key) ?? 0)) !== 0),
  )
}

/** The share of the words of its name that the question contains. */
function nameShare({ name }: DataKey, stems: readonly string[]): number {
  const own = wordsOf(name)
  const asked = own.filter((stem) =>
    [stem, ...keyAliasesOf(stem)].some((one) => stems.includes(one)),
  )
  return own.length === 0 ? 0 : asked.length / own.length
}
