// The goal as weighted terms, and the kind of request.

import type { Question } from '../../question/question.js'
import { codeNamesIn, termsOf } from '../../question/terms.js'
import { stemmed, type WordIndex, wordsOf } from '../../text/words.js'
import { informativeness, type WordVectors } from './vectors.js'

export interface WeightedTerms {
  /** Stems, the heaviest first. */
  readonly terms: readonly string[]
  /** Each term's number among the text's words, or -1. */
  readonly numbers: Int32Array
  readonly weights: Float32Array
  /** 1 where the goal writes the term as part of an identifier. */
  readonly named: Uint8Array
  /** Position of each term in the goal, for finding neighbours. */
  readonly places: Int32Array
  readonly hints: Float32Array
  /** Names as the goal spells them, each a sequence of the text's words: all of it, in this order. */
  readonly names: readonly Int32Array[]
}

const MAX_TERMS = 32
const NAMED_WEIGHT = 1.5

/** Stems that show what is wanted of the code; each group is one hint. */
const HINTS = stemmed(
  `how why where what which,
  fix bug issue correct handle,
  add support implement introduce allow new,
  remove drop delete unused cleanup clean,
  rename move refactor replace simplify extract,
  test tests spec testing,
  doc docs comment typo readme documentation javadoc spelling,
  type types typing lint format style warning,
  import dependency version upgrade bump update release deprecate,
  returns get set create check whether given,
  look see read view open show full rest,
  understand structure explore overview existing current know,
  run build verify confirm execute again`,
)
  .split(', ')
  .map((group) => group.split(' '))

export function weighTerms(
  question: Question,
  text: WordIndex,
  documentFrequency: Int32Array,
  lines: number,
  vectors: WordVectors,
): WeightedTerms {
  const { stems, codeNames, terms: own } = question.opening
  const inNames = new Set(codeNames.flat())
  const first = new Map<string, number>()
  for (let i = 0; i < stems.length; i++) if (!first.has(stems[i]!)) first.set(stems[i]!, i)
  // If the goal has a regular expression, its terms are not all among its plain words.
  const place = (word: string) => first.get(word) ?? 0
  const found = own.map((word) => {
    const number = text.vocabulary.find(word) ?? -1
    const frequency = number < 0 ? 0 : documentFrequency[number]!
    const named = inNames.has(word)
    return {
      word,
      number,
      named,
      weight:
        rarity(frequency, lines) *
        informativeness(vectors, word) *
        (named ? NAMED_WEIGHT : fading(place(word))),
    }
  })
  found.sort((a, b) => b.weight - a.weight || place(a.word) - place(b.word))
  const terms = found.slice(0, MAX_TERMS)
  const all = new Set(stems)
  return {
    terms: terms.map((term) => term.word),
    numbers: Int32Array.from(terms, (term) => term.number),
    weights: Float32Array.from(terms, (term) => term.weight),
    named: Uint8Array.from(terms, (term) => (term.named ? 1 : 0)),
    places: Int32Array.from(terms, (term) => place(term.word)),
    hints: Float32Array.from(HINTS, (group) => (group.some((word) => all.has(word)) ? 1 : 0)),
    names: sequences(codeNames, text),
  }
}

/** The end of a long goal is detail; names count everywhere. */
function fading(place: number): number {
  return 1 / (1 + place / 60)
}

/** 1 for a word no line has, towards 0 for one that every line has. */
export function rarity(frequency: number, lines: number): number {
  return Math.log(1 + (lines - frequency + 0.5) / (frequency + 0.5)) / Math.log(2 + 2 * lines)
}

const MAX_NAMES = 16

/** Those of which the text has every word. */
function sequences(names: readonly (readonly string[])[], text: WordIndex): Int32Array[] {
  const found = new Map<string, Int32Array>()
  for (const words of names) {
    const numbers = Int32Array.from(words, (word) => text.vocabulary.find(word) ?? -1)
    if (numbers.length > 0 && !numbers.includes(-1)) found.set(numbers.join(), numbers)
    if (found.size === MAX_NAMES) break
  }
  return [...found.values()]
}

/** The call's arguments: a pattern, a command, a path. */
export interface CallContext {
  /** Numbers of its words among the text's, and their weights, by word of the text; 0 for all others. */
  readonly weights: Float32Array
  readonly names: readonly Int32Array[]
}

const MAX_CONTEXT_LENGTH = 1000
/** A task may be a whole issue; its beginning shows its subject. */
const MAX_TASK_LENGTH = 4000

/** The subject of the session: its weighted words, and its names. */
export function readTask(
  task: string,
  text: WordIndex,
  documentFrequency: Int32Array,
  lines: number,
  vectors: WordVectors,
): CallContext & { readonly present: number } {
  const head = task.slice(0, MAX_TASK_LENGTH)
  const weights = new Float32Array(text.vocabulary.size)
  let all = 0
  let present = 0
  for (const [place, word] of termsOf(head).entries()) {
    if (/^\d+$/.test(word)) continue
    const weight = informativeness(vectors, word) * fading(place)
    all += weight
    const number = text.vocabulary.find(word)
    if (number === undefined) continue
    present += weight
    weights[number] = weight * rarity(documentFrequency[number]!, lines)
  }
  return {
    weights,
    names: sequences(codeNamesIn(head), text),
    present: all > 0 ? present / all : 0,
  }
}

export function readContext(
  context: string,
  text: WordIndex,
  documentFrequency: Int32Array,
  lines: number,
): CallContext {
  const head = context.slice(0, MAX_CONTEXT_LENGTH)
  const weights = new Float32Array(text.vocabulary.size)
  for (const word of termsOf(head)) {
    const number = text.vocabulary.find(word)
    // Numbers in a call are counts and ranges, not search terms.
    if (number === undefined || /^\d+$/.test(word)) continue
    weights[number] = rarity(documentFrequency[number]!, lines)
  }
  const identifiers = [...head.matchAll(/[A-Za-z_$][\w$]{2,80}/g)].map(([token]) => wordsOf(token))
  return { weights, names: sequences(identifiers, text) }
}
