// Questions about the entries of a log or listing: those with an address, an id, a name or a phrase, of a time, that
// report errors, with all words of the question, the first of them or what came before it. Without this, errors that
// nobody asked about crowd out the entries.
import { Evidence } from '../evidence/evidence.js'
import { holdsWarningWord, QUIET_WORDS } from '../evidence/lexicon.js'
import { type AskedQuestion, askedQuestion } from '../question/asked-question.js'
import { asksAbout, negatedIn } from '../question/asks.js'
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { ordinalIn } from '../question/ordinals.js'
import { isFrameWord } from '../question/shape-words.js'
import { isWithin, timeWindowIn } from '../question/time-window.js'
import { linesWithAll, linesWithExactly } from '../rules/lines-with-all.js'
import { aliasesOf } from '../scorer/columns/aliases.js'
import { lineText } from '../text/lines.js'
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, ascending, linesWhere, MAX_LINE, partOf } from './answer.js'
import { entryAt, isListed, isLog, MAX_PLACED, momentAt, pathTo, stampOf } from './log-entries.js'
import { literalsIn } from './log-literals.js'
import { rowsOf } from './rows.js'
import { escaped } from './uses-answer.js'

/** What is asked about entries as such: they need not contain it. */
const LOG_WORDS = new Set(
  wordsOf(
    'ip ips address addresses try tries tried attempt attempts day days hour hours minute minutes date machine entry entries log logs line lines message messages came went occurrence occurrences first last latest earliest before after between around just right',
  ),
)
const FAILURE_WORDS = new Set(
  wordsOf(
    'error errors failure failures fail failed exception problem warning warnings warn wrong',
  ),
)
/** What failed, and not a word of what it reported. */
const BUILD_WORDS = new Set(
  wordsOf('build compile compiler compilation link linker lint linter typecheck test run job step'),
)

/** Questions by size select by more than words. */
const BY_SIZE = /\b(?:over|above|below|under|than|least|exceeding)\s+\d/i
/** `When did it stop?` is answered by an entry, other questions of this kind by a passage. */
const ABOUT_TIME = /^\s*(?:when (?:did|was|were|is|has|have)|how long (?:did|was|were))\b/i

/** More than these shares of a text are no selection. */
const MAX_SHARE = { words: 0.25, literal: 0.5, listed: 0.1, all: 0.9 } as const

export function entryAnswer(asking: Asking): Answer | undefined {
  const { question, split } = asking
  const isTimed = isLog(asking)
  // Of data, only records that are one per line can be read alone.
  const isAlone = asking.family !== 'data' || rowsOf(asking) !== undefined
  if (!isTimed && !(isAlone && !question.isHow && mayBeListed(asking))) return undefined
  const { text } = question
  if (BY_SIZE.test(text) || negatedIn(text) !== undefined) return undefined
  if (asksAbout(text, 'most') || asksAbout(text, 'least')) return undefined
  const near = isTimed ? nearEntries(asking) : undefined
  if (near !== undefined) return near
  const heads = requestedEntries(asking, question, isTimed)
  if (heads.length === 0) return undefined
  const contextOf = isTimed ? sameMoment : pathTo
  const isWithOthers = heads.length <= (isTimed ? FEW : MAX_PLACED)
  const shown = isWithOthers ? heads.flatMap((line) => [line, ...contextOf(asking, line)]) : heads
  const entries = heads.flatMap((line) => entryAt(asking, line))
  const lines = ascending([...shown, ...entries])
  if (isTimed && lines.length > split.count * MAX_SHARE.literal) return undefined
  return { shape: 'rows', lines, noun: 'lines', members: heads }
}

/** Several words may select lines of any output, if a list is asked for. */
const mayBeListed = (asking: Asking): boolean =>
  isListed(asking) ||
  (asking.question.isList && asking.question.contentWords.length >= SELECTIVE_WORDS)

/** So few entries are shown with what else was written at their moment. */
const FEW = 2

const NEAR =
  /\b(before|after|around|prior to|leading (?:up )?to|preceding|following)\s+(?!\d{1,2}:)(.{3,})$/i
/** So many entries before or after the one that is named. */
const NEAR_ENTRIES = 6
const MAX_ANCHORS = 3

/** `What was logged just before the first ERROR?` */
function nearEntries(asking: Asking): Answer | undefined {
  const { split, structure } = asking
  const [, relation = '', what = ''] = NEAR.exec(asking.question.text) ?? []
  if (what === '' || timeWindowIn(asking.question.text) !== undefined) return undefined
  const anchors = requestedEntries(asking, askedQuestion(what), true)
  if (anchors.length === 0 || anchors.length > MAX_ANCHORS) return undefined
  const isBefore = !/^(?:after|following)$/i.test(relation)
  const isAfter = /^(?:after|following|around)$/i.test(relation)
  const lines = new Set<number>()
  for (const anchor of anchors) {
    for (const line of entryAt(asking, anchor)) lines.add(line)
    const walk = (step: 1 | -1) => {
      let left = NEAR_ENTRIES
      for (let i = anchor + step; i >= 0 && i < split.count && left > 0; i += step) {
        lines.add(i)
        if (structure.indents[i] === 0) left--
      }
    }
    if (isBefore) walk(-1)
    if (isAfter) walk(1)
  }
  return { ...partOf(ascending(lines)), members: anchors }
}

/** The first lines of the entries that a question selects; none if it selects too many or by nothing. */
function requestedEntries(asking: Asking, question: AskedQuestion, isTimed: boolean): number[] {
  const { text } = question
  const window = isTimed ? timeWindowIn(text) : undefined
  const order = ordinalIn(text)
  const rest = window === undefined ? question : askedQuestion(window.rest)
  const literals = literalsIn(asking, rest)
  if (rest.isHow && !ABOUT_TIME.test(text) && literals.length === 0 && window === undefined)
    return []
  const required = requiredWords(asking, rest, literals)
  if (required === undefined) return []
  const level = requestedLevel(asking, rest, required, literals)
  // *Compile errors* of a build are its errors.
  if (level !== undefined && !isTimed && literals.length === 0 && required.every(isOfFailure))
    return []
  const words = level === undefined ? required : required.filter((stem) => !FAILURE_WORDS.has(stem))
  const isBare = words.length === 0 && literals.length === 0
  if (isBare && window === undefined && (level === undefined || order === undefined)) return []
  const inWindow = (line: number) => {
    if (window === undefined) return true
    const moment = momentAt(asking, line)
    return moment !== undefined && isWithin(window, moment)
  }
  const patterns = literals.map(boundedPattern)
  const isTaken = (line: number) => {
    if (!inWindow(line) || (level !== undefined && !level(line))) return false
    if (patterns.length === 0) return true
    const entry = lineText(asking.split, line, MAX_ENTRY_LENGTH)
    return patterns.every((pattern) => pattern.test(entry))
  }
  const isForAll = !isTimed && question.isList && words.length >= SELECTIVE_WORDS
  const most = maxEntries(asking, { isTimed, isBare, isForAll, hasLiteral: literals.length > 0 })
  const isByOther = window !== undefined || level !== undefined
  const isPhrase = literals.every((literal) => literal.includes(' '))
  const byLiteral = isPhrase ? 'phrase' : 'literal'
  const by = literals.length > 0 ? byLiteral : isByOther ? 'other' : 'words'
  const found = entriesWith(asking, words, by, most, isTaken)
  if (order === undefined || found.length === 0) return found
  return order.end === 'oldest' ? found.slice(0, order.count) : found.slice(-order.count)
}

const isOfFailure = (stem: string): boolean => FAILURE_WORDS.has(stem) || BUILD_WORDS.has(stem)

const MAX_ENTRY_LENGTH = 4000

const boundedPattern = (literal: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}]|\\d\\.)${escaped(literal)}(?![\\p{L}\\p{N}])`, 'iu')

function maxEntries(
  { split }: Asking,
  by: { isTimed: boolean; isBare: boolean; isForAll: boolean; hasLiteral: boolean },
): number {
  const { isTimed, isBare, isForAll, hasLiteral } = by
  if (isBare) return split.count
  if (isForAll) return split.count * MAX_SHARE.all
  if (!isTimed) return Math.max(MAX_LISTED, split.count * MAX_SHARE.listed)
  return split.count * (hasLiteral ? MAX_SHARE.literal : MAX_SHARE.words)
}
const MAX_LISTED = 12
/** So many words of a question for a list select lines of a listing, however many these are. */
const SELECTIVE_WORDS = 2

/** Whether only errors or warnings are asked for, and not all that contains these words. */
function requestedLevel(
  asking: Asking,
  { text }: AskedQuestion,
  required: readonly string[],
  literals: readonly string[],
): ((line: number) => boolean) | undefined {
  if (asksAbout(text, 'warnings'))
    return (line) => holdsWarningWord(lineText(asking.split, line, MAX_ENTRY_LENGTH))
  // *Failed logins for root* are entries by their words.
  const isByWords =
    literals.some((literal) => /error|fail|exception/i.test(literal)) ||
    /\bfailed [a-z]+s\b/i.test(text)
  if (!asksAbout(text, 'failures') || isByWords) return undefined
  if (!required.some((stem) => FAILURE_WORDS.has(stem)) && !/\berrors?\b/i.test(text))
    return undefined
  const evidence = new Evidence(asking.split, asking.words)
  const isEvidence = (line: number) => evidence.has(line)
  // Where entries of higher levels report errors, those marked as information are none.
  const isLoud = (line: number) =>
    isEvidence(line) &&
    !wordsOf(lineText(asking.split, line, MAX_LINE)).some((stem) => QUIET_WORDS.has(stem))
  return linesWhere(asking, (_, line) => isLoud(line)).length > 0 ? isLoud : isEvidence
}

function entriesWith(
  asking: Asking,
  required: readonly string[],
  by: 'literal' | 'phrase' | 'other' | 'words',
  most: number,
  isTaken: (line: number) => boolean,
): number[] {
  const contentWords = required.filter((stem) => !ORDINARY_WORDS.has(stem))
  // Ordinary words may describe what an id or address names, in words that its entries do not use.
  const isEnough = contentWords.length > 0 || by === 'other'
  const alone = by === 'literal' ? [contentWords, []] : [contentWords]
  const others = isEnough ? [required, contentWords] : []
  const tries = by === 'literal' || by === 'phrase' ? alone : others
  // Ordinary words select only if few entries contain all of them.
  if (tries.length === 0 && required.length > 1)
    return linesWithExactly(asking, required, MAX_LISTED, isTaken)
  for (const stems of tries) {
    if (stems.length === 0) {
      const lines = linesWhere(asking, (_, line) => isTaken(line))
      return lines.length <= most ? lines : []
    }
    for (const find of [linesWithExactly, linesWithAll]) {
      const lines = find(asking, stems, most, isTaken)
      if (lines.length > 0) return lines
    }
  }
  return []
}

/** The words that an entry must contain; undefined if nothing else is named and the text lacks as many as it contains. */
function requiredWords(
  { words }: Asking,
  question: AskedQuestion,
  literals: readonly string[],
): string[] | undefined {
  const labels = literals.flatMap((literal) => labelOf(question.text, literal))
  const own = new Set([...literals, ...labels].flatMap((literal) => wordsOf(literal)))
  const required: string[] = []
  let absent = 0
  for (const stem of question.contentWords) {
    if (own.has(stem) || isFrameWord(stem) || LOG_WORDS.has(stem)) continue
    if ([stem, ...aliasesOf(stem)].some((name) => words.vocabulary.find(name) !== undefined))
      required.push(stem)
    else if (!ORDINARY_WORDS.has(stem)) absent++
  }
  return literals.length === 0 && absent > 0 && absent >= required.length ? undefined : required
}

/** `session` of *session 24680*: what the literal is, and not what its entries say. */
function labelOf(text: string, literal: string): string[] {
  if (literal.includes(' ')) return []
  const before = text.slice(0, Math.max(0, text.indexOf(literal))).trimEnd()
  const label = /([\p{L}]+)["'`#:]*$/u.exec(before)?.[1]
  return label === undefined ? [] : [label]
}

const MAX_PARTS = 3

/** Some write the error, the hint and the statement as entries of the same moment. */
function sameMoment(asking: Asking, line: number): number[] {
  const moment = stampOf(asking, line)
  const lines: number[] = []
  let parts = 0
  for (let i = line + 1; i < asking.split.count && parts < MAX_PARTS; i++) {
    if (asking.structure.indents[i] !== 0) continue
    if (moment === undefined || stampOf(asking, i) !== moment) break
    parts++
    lines.push(...entryAt(asking, i))
  }
  return lines
}
