// A direct question, parsed once: its words, its quotes and names, and the shape of what it asks for.
import { wordsOf } from '../text/words.js'
import { kindsIn } from './asked-kinds.js'
import { isAsking, orderingWord } from './asking.js'
import { asksAbout } from './asks.js'
import { ORDINARY_WORDS } from './filler-words.js'
import { quotationsIn } from './literals.js'
import { isFrameWord, kindsOfStem, type PartKind } from './shape-words.js'

export interface AskedQuestion {
  readonly text: string
  /** Tokens without spaces: names, paths, versions, plain words; in order, without surrounding punctuation. */
  readonly tokens: readonly string[]
  readonly quoted: readonly string[]
  /** All stems, in order, each once. */
  readonly stems: readonly string[]
  /** Stems that neither frame the question nor name a kind of thing. */
  readonly contentWords: readonly string[]
  /** Kinds of things it asks for, if it asks for several of one kind. */
  readonly kinds: ReadonlySet<PartKind>
  /** Whether it asks for all members of something. */
  readonly isList: boolean
  /** Whether it says so in words that leave no doubt: the answer is all of them, or it is partial. */
  readonly isForAll: boolean
  /** Whether it asks for or names something, rather than states what was or will be done, as a commit message does. */
  readonly isAsking: boolean
  /** Whether it asks how or why something works: the answer is a passage, not a list. */
  readonly isHow: boolean
}

const MAX_CHARACTERS = 600
const TOKEN = /[\p{L}\p{N}_$@./#:{}<>*+~-]*[\p{L}\p{N}_$}/*]/gu
const LIST =
  /\b(?:all|every|each|list|enumerate|which|name (?:the|all|every)|how many|count|complete|full (?:list|set)|what are|what (?:[\w-]+ ){1,3}(?:are (?:there|defined|available|supported|possible)|exist)|what's in|contents?|contain|contains|under|inside|members?)\b/i
const FOR_ALL =
  /^\s*(?:please )?(?:list|enumerate)\b|^\s*(?:please )?(?:show|give|find|get|print|name)\b.{0,20}\b(?:all|every|each)\b|\b(?:which|what) (?:[\w-]+ )?[\w-]*[^s\W]s (?:are|were|have|had|do|did|can)\b/i
const HOW =
  /^\s*(?:how (?!many\b|much\b)|why\b|when\b|what (?:happens|is done|if\b|(?:does|do|would|will) [^?]{1,60} (?:when|if|while|unless)\b)|explain (?:how|why)|describe how|walk me through how|where (?:would|should|could|must) (?:i|we|you|one)\b|where (?:do|can) (?:i|we|you|one) (?:add|change|put|edit|insert|modify|extend|set|hook|register)\b|what (?:would|should|must|do) (?:i|we|you|one) (?:have to )?(?:change|add|edit|modify))/i
/** *Where is it checked, and what happens then?* asks for a passage after all. */
const AND_HOW =
  /[\w)`'"](?:,? and|[,;?.]) (?:what (?:happens|is done)|how (?!many\b|much\b)|why)\b/i
/** *What is the longest message?* asks for one, by a number. */
const SUPERLATIVE = /^\s*(?:what|which)(?:'s| is| was) the \w+(?:est|mum)\b/i

export function askedQuestion(question: string): AskedQuestion {
  const text = question.slice(0, MAX_CHARACTERS)
  const quoted = quotationsIn(text)
  const tokens = (text.match(TOKEN) ?? []).map((token) =>
    token.replace(/^[.:*<>~+-]+(?=[\p{L}])/u, ''),
  )
  const stems = [...new Set(wordsOf(text))]
  const requested = new Set(kindsIn(text))
  const isHow =
    (HOW.test(text) || AND_HOW.test(text)) &&
    (asksAbout(text, 'amount') || !isForAllRaised(requested, stems))
  const kinds = isHow || SUPERLATIVE.test(text) ? new Set<PartKind>() : requested
  const isKind = (stem: string) => kindsOfStem(stem).some((kind) => kinds.has(kind))
  const order = new Set(wordsOf(orderingWord(text) ?? ''))
  // `This workflow` is the text itself.
  const whole = new Set(wordsOf(/\bthis ([a-z]+)\b/i.exec(text)?.[1] ?? ''))
  const contentWords = stems.filter(
    (stem) => !isFrameWord(stem) && !isKind(stem) && !order.has(stem) && !whole.has(stem),
  )
  const isList = !isHow && LIST.test(text)
  return {
    text,
    tokens,
    quoted,
    stems,
    contentWords,
    kinds,
    isAsking: isAsking(question),
    isHow,
    isList,
    isForAll: isList && (kinds.size > 0 || FOR_ALL.test(text)),
  }
}

/** `When does this code throw?` names no case: it asks for all of them. */
function isForAllRaised(kinds: ReadonlySet<PartKind>, stems: readonly string[]): boolean {
  if (!kinds.has('raise')) return false
  return stems.every(
    (stem) => isFrameWord(stem) || ORDINARY_WORDS.has(stem) || kindsOfStem(stem).includes('raise'),
  )
}
