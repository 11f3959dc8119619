// The goal as weighted terms, and what kind of request it is.
import { type WordIndex, wordsOf } from '../../split/words.js'
import { goalTerms } from '../goal.js'
import { tells, type WordVectors } from './vectors.js'

export interface Question {
  /** Stems, the weightiest first. */
  readonly terms: readonly string[]
  /** Each term's number among the text's words, or -1. */
  readonly numbers: Int32Array
  readonly weights: Float32Array
  /** 1 where the goal writes the term as part of an identifier. */
  readonly named: Uint8Array
  /** Place of each term in the goal, for finding neighbours. */
  readonly places: Int32Array
  readonly hints: Float32Array
}

const MOST_TERMS = 32
const LONGEST_GOAL = 4000
const NAMED_WEIGHT = 1.5

/** Stems that say what is wanted of the code; each group is one hint. */
const HINTS: readonly (readonly string[])[] = [
  ['how', 'why', 'where', 'what', 'which'],
  ['fix', 'bug', 'issue', 'correct', 'handle'],
  ['add', 'support', 'implement', 'introduce', 'allow', 'new'],
  ['remove', 'drop', 'delete', 'unused', 'cleanup', 'clean'],
  ['rename', 'move', 'refactor', 'replace', 'simplify', 'extract'],
  ['test', 'tests', 'spec', 'testing'],
  ['doc', 'docs', 'comment', 'typo', 'readme', 'documentation', 'javadoc', 'spelling'],
  ['type', 'types', 'typing', 'lint', 'format', 'style', 'warning'],
  ['import', 'dependency', 'version', 'upgrade', 'bump', 'update', 'release', 'deprecate'],
  ['returns', 'get', 'set', 'create', 'check', 'whether', 'given'],
].map((group) => group.flatMap((word) => wordsOf(word)))

export const HINT_COUNT = HINTS.length

export function readQuestion(
  goal: string,
  text: WordIndex,
  documentFrequency: Int32Array,
  lines: number,
  vectors: WordVectors,
): Question {
  const asked = goal.slice(0, LONGEST_GOAL)
  const stems = wordsOf(asked)
  const inNames = namedStems(asked)
  const place = new Map<string, number>()
  for (let i = 0; i < stems.length; i++) if (!place.has(stems[i]!)) place.set(stems[i]!, i)
  const found = goalTerms(asked).map((word) => {
    const number = text.vocabulary.find(word) ?? -1
    const frequency = number < 0 ? 0 : documentFrequency[number]!
    const named = inNames.has(word)
    return {
      word,
      number,
      named,
      weight:
        rarity(frequency, lines) *
        tells(vectors, word) *
        (named ? NAMED_WEIGHT : fading(place.get(word)!)),
    }
  })
  found.sort((a, b) => b.weight - a.weight || place.get(a.word)! - place.get(b.word)!)
  const terms = found.slice(0, MOST_TERMS)
  const all = new Set(stems)
  return {
    terms: terms.map((term) => term.word),
    numbers: Int32Array.from(terms, (term) => term.number),
    weights: Float32Array.from(terms, (term) => term.weight),
    named: Uint8Array.from(terms, (term) => (term.named ? 1 : 0)),
    places: Int32Array.from(terms, (term) => place.get(term.word)!),
    hints: Float32Array.from(HINTS, (group) => (group.some((word) => all.has(word)) ? 1 : 0)),
  }
}

/** What comes late in a long goal is detail; names count wherever they stand. */
function fading(place: number): number {
  return 1 / (1 + place / 60)
}

/** 1 for a word no line has, towards 0 for one that every line has. */
export function rarity(frequency: number, lines: number): number {
  return Math.log(1 + (lines - frequency + 0.5) / (frequency + 0.5)) / Math.log(2 + 2 * lines)
}

/** Stems of what is spelled as code: in backticks, with inner capitals, underscores, dots or a call. */
function namedStems(goal: string): Set<string> {
  const found = new Set<string>()
  for (const [token] of goal.matchAll(
    /`[^`\n]{1,80}`|[A-Za-z_$][\w$]{0,80}(?:[.:]{1,2}[A-Za-z_$][\w$]{0,80}){0,6}(?:\(\))?/g,
  )) {
    if (/^`|[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|\w[.:]+\w|\(\)$|^_/.test(token)) {
      for (const word of wordsOf(token)) found.add(word)
    }
  }
  return found
}
