// Signs in a line's own characters that the line kinds do not cover: what code does on it,
// and what a tool means by it.
import { isDigit, isLower, isUpper } from '../../text/characters.js'
import type { SplitText } from '../../text/lines.js'
import type { WordIndex } from '../../text/words.js'
import { wordsOf } from '../../text/words.js'
import type { LineColumn } from './column-names.js'
import { type ColumnTable, squash } from './columns.js'
import { colonFrom, isFrame, MATCH, NEAR_MATCH, placeAt } from './place-signs.js'

const wordSet = (words: string) => new Set(words.split(' '))
const BRANCHES = wordSet(
  'if else elif elsif for foreach while do switch case match try catch except finally with select loop unless when',
)
const LEAVES = wordSet('return throw raise yield break continue panic exit goto')
/** The network was trained with these words. The rules' evidence is in evidence/lexicon.ts. */
const WORD_SIGNS: readonly (readonly [LineColumn, readonly string[]])[] = [
  [
    'tells error',
    wordsOf(
      'error errors failed fail failure failing exception fatal panic traceback assertion assert undefined cannot denied refused missing mismatch invalid unexpected abort aborted crash killed timeout expected',
    ),
  ],
  ['tells warning', wordsOf('warning warn deprecated caution notice')],
  ['tells success', wordsOf('ok pass passed success successful succeeded done completed')],
  ['tells test', wordsOf('test tests spec mock fixture testing example')],
  [
    'declares',
    wordsOf(
      'def class func function fn type interface struct enum const let var public private export static trait impl',
    ),
  ],
  ['brings in', wordsOf('import from require include use using package')],
]

/** Longer lines are data; their beginning shows what they are. */
const MAX_LOOK_LENGTH = 400
const MAX_KEYWORD_LENGTH = 8
const isSpace = (unit: number) => unit <= 32
const UNDERSCORE = 95
const isMark = (unit: number) =>
  !isLower(unit) && !isUpper(unit) && !isDigit(unit) && !isSpace(unit) && unit !== UNDERSCORE
const isOneOf = (characters: string) => (unit: number) =>
  characters.includes(String.fromCharCode(unit))
const CLOSING_BRACE = 125

/**
 * What each ASCII character adds to three counts in one number: adding is cheaper than classifying every
 * character, and no line considered has as many as `BASE`.
 */
const BASE = 512
const threeCounts = (...sorts: ((unit: number) => boolean)[]) =>
  Int32Array.from({ length: 128 }, (_, unit) =>
    sorts.reduce((sum, isSort, place) => sum + (isSort(unit) ? BASE ** place : 0), 0),
  )
const DIGITS_MARKS_CAPITALS = threeCounts(isDigit, isMark, isUpper)
const SLASHES_QUOTES_SPACES = threeCounts(isOneOf('/'), isOneOf('"\'`'), isSpace)
const ASSIGNMENTS_CALLS_COLONS = threeCounts(isOneOf('='), isOneOf('('), isOneOf(':'))
const firstCount = (counts: number) => counts & (BASE - 1)
const secondCount = (counts: number) => (counts >> 9) & (BASE - 1)
const thirdCount = (counts: number) => counts >> 18

/** What `countCharacters` counted last: an object per line would cost more than the counting. */
let texture = 0
let marking = 0
let syntax = 0

function countCharacters(units: Uint16Array, from: number, to: number): void {
  let [first, second, third] = [0, 0, 0]
  for (let at = from; at < to; at++) {
    const unit = units[at]!
    // Anything but ASCII counts as nothing, and so does this.
    const known = unit < 128 ? unit : UNDERSCORE
    first += DIGITS_MARKS_CAPITALS[known]!
    second += SLASHES_QUOTES_SPACES[known]!
    third += ASSIGNMENTS_CALLS_COLONS[known]!
  }
  texture = first
  marking = second
  syntax = third
}

const signTable = (table: ColumnTable) => ({
  digits: table.column('digits'),
  punctuation: table.column('punctuation'),
  capitals: table.column('capitals'),
  slashes: table.column('slashes'),
  isPath: table.column('is path'),
  quotes: table.column('quotes'),
  hasAssignment: table.column('has assignment'),
  hasCall: table.column('has call'),
  branches: table.column('branches'),
  leaves: table.column('leaves'),
  isKey: table.column('is key'),
  opens: table.column('opens'),
  isRule: table.column('is rule'),
  isMatch: table.column('is match'),
  isNearMatch: table.column('is beside match'),
  isTraced: table.column('is traced'),
})

export function signColumns(
  split: SplitText,
  words: WordIndex,
  table: ColumnTable,
  checkDeadline: () => void,
): void {
  const { units, count, starts, ends } = split
  const signs = signTable(table)
  for (let i = 0; i < count; i++) {
    if ((i & 255) === 0) checkDeadline()
    const end = Math.min(ends[i]!, starts[i]! + MAX_LOOK_LENGTH)
    let first = starts[i]!
    for (; first < end; first++) {
      const unit = units[first]!
      // "} else {" begins with "else".
      if (!isSpace(unit) && unit !== CLOSING_BRACE) break
    }
    if (first >= end) continue
    countCharacters(units, first, end)
    const digitCount = firstCount(texture)
    const marks = secondCount(texture)
    const slashCount = firstCount(marking)
    const spaces = thirdCount(marking)
    const colons = thirdCount(syntax)
    const colon = colons > 0 ? colonFrom(units, first) : -1
    let beforeEnd = end - 1
    while (isSpace(units[beforeEnd]!)) beforeEnd--
    const last = units[beforeEnd]!
    const solid = Math.max(1, end - first - spaces)
    signs.digits[i] = Math.min(1, digitCount / solid)
    signs.punctuation[i] = Math.min(1, marks / solid)
    signs.capitals[i] = Math.min(1, thirdCount(texture) / solid)
    if (firstCount(syntax) > 0) signs.hasAssignment[i] = 1
    if (secondCount(syntax) > 0) signs.hasCall[i] = 1
    signs.slashes[i] = squash(slashCount, 3)
    signs.quotes[i] = Math.min(1, secondCount(marking) / 8)
    if (spaces === 0 && solid > 3 && (slashCount > 0 || marks > 0) && digitCount < solid / 2)
      signs.isPath[i] = 1
    if (last === 123 || last === 58 || last === 40 || last === 91) signs.opens[i] = 1
    if (solid > 3 && marks === solid) signs.isRule[i] = 1
    if (colon > first && colon - first < 60 && isKeyAt(units, first, colon)) signs.isKey[i] = 1
    if (digitCount > 0 && marks > 0) {
      const found = placeAt(split, first, end)
      if (found === MATCH) signs.isMatch[i] = 1
      else if (found === NEAR_MATCH) signs.isNearMatch[i] = 1
      if (found === MATCH || isFrame(split, first, end, colon, colons)) signs.isTraced[i] = 1
    }
    const word = keywordAt(split, first, end)
    if (word === '') continue
    if (BRANCHES.has(word)) signs.branches[i] = 1
    else if (LEAVES.has(word)) signs.leaves[i] = 1
  }
  diffSigns(split, table)
  wordSigns(words, count, table)
  tickSigns(split, table)
}

/** 1 for the print of each keyword: other words need not be made strings. */
const KEYWORD_PRINTS = new Uint8Array(1024)
for (const word of [...BRANCHES, ...LEAVES]) {
  let print = 0
  for (const letter of word) print = Math.imul(print, 31) + letter.charCodeAt(0)
  KEYWORD_PRINTS[print & 1023] = 1
}

/** The word in small letters that a line begins with, if it may be a keyword. */
function keywordAt({ text, units }: SplitText, first: number, end: number): string {
  const longest = Math.min(end, first + MAX_KEYWORD_LENGTH + 1)
  let to = first
  let print = 0
  for (; to < longest && isLower(units[to]!); to++) print = Math.imul(print, 31) + units[to]!
  if (to - first < 2 || to - first > MAX_KEYWORD_LENGTH) return ''
  return KEYWORD_PRINTS[print & 1023] === 1 ? text.slice(first, to) : ''
}

/** `"name":` or `name:`. */
function isKeyAt(units: Uint16Array, first: number, colon: number): boolean {
  for (let at = first; at < colon; at++) {
    const unit = units[at]!
    if (unit === 32 || unit === 40 || unit === 47) return false
  }
  return true
}

function diffSigns({ text, count, starts, ends }: SplitText, table: ColumnTable): void {
  const added = table.column('is added')
  const removed = table.column('is removed')
  const hunk = table.column('is hunk head')
  for (let i = 0; i < count; i++) {
    if (starts[i] === ends[i]) continue
    const unit = text.charCodeAt(starts[i]!)
    if (unit === 43) added[i] = 1
    else if (unit === 45) removed[i] = 1
    else if (unit === 64 && text.startsWith('@@ -', starts[i])) hunk[i] = 1
    else if (unit === 100 && text.startsWith('diff --', starts[i])) hunk[i] = 1
  }
}

function wordSigns(words: WordIndex, count: number, table: ColumnTable): void {
  const signsOf = new Uint8Array(words.vocabulary.size)
  for (const [sign, [, stems]] of WORD_SIGNS.entries())
    for (const number of stems.flatMap((stem) => words.vocabulary.find(stem) ?? []))
      signsOf[number]! |= 1 << sign
  const columns = WORD_SIGNS.map(([name]) => table.column(name))
  const asBefore = table.column('begins as before')
  const { ids, starts } = words
  for (let i = 0; i < count; i++) {
    let signs = 0
    const end = starts[i + 1]!
    for (let at = starts[i]!; at < end; at++) signs |= signsOf[ids[at]!]!
    for (let sign = 0; signs !== 0; sign++, signs >>= 1) if (signs & 1) columns[sign]![i] = 1
    if (i > 0) asBefore[i] = squash(sharedBeginning(words, i), 2)
  }
}

/** Check marks and crosses. */
const TICKS = /[✓✔✅✗✘✖✕❌]/g

function tickSigns({ text, starts }: SplitText, table: ColumnTable): void {
  const errors = table.column('tells error')
  const successes = table.column('tells success')
  let line = 0
  const begin = starts[0]!
  for (const { 0: sign, index } of text.slice(begin, starts[table.lines]).matchAll(TICKS)) {
    while (starts[line + 1]! <= begin + index) line++
    if (sign < '✕' || sign === '✅') successes[line] = 1
    else errors[line] = 1
  }
}

const MAX_BEGINNING_LENGTH = 12

/** Common first words with the previous line: matches in one file, entries of one kind. */
function sharedBeginning({ ids, starts }: WordIndex, line: number): number {
  const before = starts[line - 1]!
  const here = starts[line]!
  const most = Math.min(MAX_BEGINNING_LENGTH, here - before, starts[line + 1]! - here)
  let shared = 0
  while (shared < most && ids[before + shared] === ids[here + shared]) shared++
  return shared
}
