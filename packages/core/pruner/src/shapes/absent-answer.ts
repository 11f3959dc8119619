// A question about something that the text does not contain: little is shown, and the closing line says what is
// missing.
import { asksAbout } from '../question/asks.js'
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { MAX_COUNTED } from '../text/literals.js'
import { type KnownWords, someStem } from '../text/vocabulary.js'
import { wordsOf } from '../text/words.js'
import type { Answer, Asking } from './answer.js'
import { isLog } from './log-entries.js'
import { rowsOf } from './rows.js'

const MAX_WORDS = 4
/** How many lines with the rest of the question are shown: a list that is cut off looks complete. */
const MAX_LINES = 4
const MAX_LISTED = 12
const MIN_LETTERS = 4

export function absentAnswer(asking: Asking): Answer | undefined {
  const { question, words, family } = asking
  if (namesWhatIsThere(asking)) return undefined
  const about = question.contentWords.filter((stem) => !ORDINARY_WORDS.has(stem) && stem.length > 1)
  if (about.length === 0 || about.length > MAX_WORDS) return undefined
  const absent = about.filter((stem) => !isRelated(words.vocabulary, stem))
  // A single word may be a synonym of what is there; in rows and messages words are literal.
  const isPassages = family === 'code' || family === 'prose'
  if (absent.length === 0 || absent.length < about.length / 2) return undefined
  if (isPassages && (about.length < 2 || absent.length < about.length)) return undefined
  const present = new Set(about.filter((stem) => words.vocabulary.find(stem) !== undefined))
  const found = linesHolding(asking, present, isPassages ? MAX_LINES : MAX_COUNTED)
  const lines = found.length > MAX_LISTED ? found.slice(0, MAX_LINES) : found
  const isSampled = isLog(asking) && !asksAbout(question.text, 'failures')
  const keepsEvidence = !isPassages && !isSampled && rowsOf(asking) === undefined
  const noun = `lines with ${question.tokens.filter((token) => wordsOf(token).some((stem) => present.has(stem))).join(' or ')}`
  return { shape: 'none', lines, noun, members: isPassages ? [] : found, keepsEvidence }
}

/** A name, a path or a number that the text contains is what was asked for, whatever the other words are. */
function namesWhatIsThere({ question, split }: Asking): boolean {
  const names = [
    ...question.quoted,
    ...question.tokens.filter((token) => !/^[A-Z]?[a-z]+$/.test(token)),
  ]
  return names.some((name) => name.length > 2 && split.text.includes(name))
}

/** Whether it shares a prefix with a word of the text. */
function isRelated(vocabulary: KnownWords, stem: string): boolean {
  if (vocabulary.find(stem) !== undefined) return true
  return someStem(
    vocabulary,
    stem,
    (own) =>
      own === stem ||
      (stem.length >= MIN_LETTERS && own.startsWith(stem)) ||
      (own.length > MIN_LETTERS && stem.startsWith(own)),
  )
}

function linesHolding(
  { words, split, checkDeadline }: Asking,
  stems: ReadonlySet<string>,
  most: number,
): number[] {
  const ids = new Set([...stems].map((stem) => words.vocabulary.find(stem)))
  const lines: number[] = []
  for (let i = 0; i < split.count && lines.length < most; i++) {
    if ((i & 1023) === 0) checkDeadline()
    for (let w = words.starts[i]!; w < words.starts[i + 1]!; w++) {
      if (!ids.has(words.ids[w])) continue
      lines.push(i)
      break
    }
  }
  return lines
}
