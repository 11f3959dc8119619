// A question, parsed once: the one place that looks at its words. Its properties are computed on first
// use; `without` removes parts that were dealt with and returns a new question.
import { wordsOf } from '../text/words.js'
import type { QuestionOrigin } from '../types.js'
import { type AskedQuestion, askedQuestion } from './asked-question.js'
import { asksAbout, isDirectQuestion, negatedIn, type Topic } from './asks.js'
import { AUXILIARY_WORDS, OVERVIEW_WORDS } from './filler-words.js'
import { hyphenatedIn, literalsOf } from './literals.js'
import { codeNamesIn, specificTerms, termsOf } from './terms.js'

export function parseQuestion(request: {
  readonly goal: string
  readonly origin: QuestionOrigin
}): Question {
  const { goal, origin } = request
  const known = recent.find((one) => one.text === goal && one.origin === origin)
  if (known !== undefined) return known
  const question = new Question(goal, isDirectQuestion(goal), origin)
  keepRecent(recent, question)
  return question
}

/**
 * One question is put to many texts: to each file that a call reads, to each item of a long answer, again with a
 * smaller bound. What was computed of it is kept.
 */
const recent: Question[] = []
const MAX_RECENT = 8
const MAX_KEPT_LENGTH = 8000

function keepRecent(kept: Question[], question: Question): void {
  if (question.text.length > MAX_KEPT_LENGTH) return
  kept.unshift(question)
  if (kept.length > MAX_RECENT) kept.pop()
}

/** With so few words of its own, each of them counts. */
const FEW_WORDS = 6
/** A question about how things work has at least so many terms. */
const BROAD_TERMS = 6
const MAX_OVERVIEW_LENGTH = 160
/** The input of the scorer's columns. */
const MAX_OPENING_LENGTH = 4000
/** How much of a question is considered for the closing line, which quotes its words. */
const MAX_QUOTED_CHARS = 400

/** A word as the question writes it. */
interface WrittenWord {
  readonly word: string
  readonly terms: readonly string[]
}

export class Question {
  readonly text: string
  /** A question in a sentence, rather than a statement of what will be done next. */
  readonly isDirect: boolean
  readonly origin: QuestionOrigin

  readonly #known = new Map<string, unknown>()
  readonly #rewritten: Question[] = []

  constructor(text: string, isDirect: boolean, origin: QuestionOrigin) {
    this.text = text
    this.isDirect = isDirect
    this.origin = origin
  }

  /** A question of any length, rather than a description of code or of a change. */
  get isInterrogative(): boolean {
    return this.isDirect || this.text.trimEnd().endsWith('?')
  }

  /** What an agent says before a call mentions files, locations and words that are not what it looks for. */
  get isImplicit(): boolean {
    return this.origin === 'implicit' && !this.isDirect
  }

  /** Distinct stems in order; stop words only when there is nothing else. */
  get terms(): readonly string[] {
    return this.#once('terms', () => termsOf(this.text))
  }

  /** The terms without those of every question. */
  get specific(): readonly string[] {
    return this.#once('specific', () => specificTerms(this.terms))
  }

  /** Names, quoted strings, numbers, versions, flags and paths, literally, in order, each once. */
  get literals(): readonly string[] {
    return this.#once('literals', () => literalsOf(this.text))
  }

  /** Hyphenated words: names if the text contains them, and nothing if it does not. */
  get hyphenated(): readonly string[] {
    return this.#once('hyphenated', () => hyphenatedIn(this.text))
  }

  /** All stems in order, repeats included. */
  get stems(): readonly string[] {
    return this.#once('stems', () => wordsOf(this.text))
  }

  /** The stems of each name that is spelled as code. */
  get codeNames(): readonly (readonly string[])[] {
    return this.#once('codeNames', () => codeNamesIn(this.text))
  }

  /** What it asks for if it is put to a text's structure: kinds of parts, all of them or one. */
  get parsed(): AskedQuestion {
    return this.#once('parsed', () => askedQuestion(this.text))
  }

  /** Whether it is short: then each of its words counts. */
  get isShort(): boolean {
    return this.specific.length <= FEW_WORDS
  }

  /** Somebody asks for one thing, in a few words. */
  get isPlain(): boolean {
    return this.isDirect && this.isShort
  }

  /** How things work is explained in several places. */
  get isBroad(): boolean {
    return this.asks('how') && this.terms.length >= BROAD_TERMS
  }

  /** Whether it is about all of a text: *give me an overview*. */
  get isOverview(): boolean {
    if (this.text.length > MAX_OVERVIEW_LENGTH || !this.asks('all')) return false
    return this.terms.every((term) => OVERVIEW_WORDS.has(term))
  }

  /** The stem of the word that it negates: `running` of *which pods are not running?* */
  get negated(): string | undefined {
    const word = negatedIn(this.text)
    return word === undefined ? undefined : wordsOf(word)[0]
  }

  asks(topic: Topic): boolean {
    return this.#once(`asks ${topic}`, () => asksAbout(this.text, topic))
  }

  /** The word of a stem, as in the question: that is what a reader sees. */
  writtenAs(stem: string): string {
    return this.#writtenWords().find(({ terms }) => terms.includes(stem))?.word ?? stem
  }

  /** Its own words, as written, that contain one of the stems; without auxiliary verbs. */
  wordsWith(stems: ReadonlySet<string>): string[] {
    const quoted = this.#writtenWords(MAX_QUOTED_CHARS).filter(
      ({ word, terms }) =>
        !AUXILIARY_WORDS.has(word.toLowerCase()) && terms.some((term) => stems.has(term)),
    )
    return [...new Set(quoted.map(({ word }) => word))]
  }

  /** The same question without some of its parts, each as it is written. */
  without(parts: readonly string[]): Question {
    return this.rewritten(parts.reduce((text, part) => text.replaceAll(part, ' '), this.text))
  }

  /** The same question with another text. */
  rewritten(text: string): Question {
    if (text === this.text) return this
    const known = this.#rewritten.find((one) => one.text === text)
    if (known !== undefined) return known
    const question = new Question(text, this.isDirect, this.origin)
    keepRecent(this.#rewritten, question)
    return question
  }

  /** Its beginning: a long question starts with its subject. */
  get opening(): Question {
    return this.rewritten(this.text.slice(0, MAX_OPENING_LENGTH))
  }

  #writtenWords(longest = Number.POSITIVE_INFINITY): readonly WrittenWord[] {
    if (this.text.length > longest)
      return this.rewritten(this.text.slice(0, longest)).#writtenWords()
    const words = () => this.text.match(/[\p{L}\p{N}_]{3,40}/gu) ?? []
    return this.#once('words', () => words().map((word) => ({ word, terms: termsOf(word) })))
  }

  #once<Value>(name: string, compute: () => Value): Value {
    if (!this.#known.has(name)) this.#known.set(name, compute())
    return this.#known.get(name) as Value
  }
}
