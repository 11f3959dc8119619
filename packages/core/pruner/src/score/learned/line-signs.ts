// Small signs in a line's own characters that the engine's line kinds do not tell: what code does on it,
// and what a tool that printed it says with it.
import type { SplitText } from '../../split/lines.js'
import type { WordIndex } from '../../split/words.js'
import { wordsOf } from '../../split/words.js'
import { type ColumnTable, squash } from './columns.js'

const wordSet = (words: string) => new Set(words.split(' '))
const BRANCHES = wordSet(
  'if else elif elsif for foreach while do switch case match try catch except finally with select loop unless when',
)
const LEAVES = wordSet('return throw raise yield break continue panic exit goto')
const ERRORS = wordsOf(
  'error errors failed fail failure failing exception fatal panic traceback assertion assert undefined cannot denied refused missing mismatch invalid unexpected abort aborted crash killed timeout expected',
)
const WARNINGS = wordsOf('warning warn deprecated caution notice')
const TESTS = wordsOf('test tests spec mock fixture testing example')
const DECLARATIONS = wordsOf(
  'def class func function fn type interface struct enum const let var public private export static trait impl',
)
const IMPORTS = wordsOf('import from require include use using package')
const SUCCESSES = wordsOf('ok pass passed success successful succeeded done completed')

/** Longer lines are data; their first part tells what they are. */
const LONGEST_LOOK = 400
const LONGEST_KEYWORD = 8
const [OTHER, LOWER, SPACE, UPPER, DIGIT, MARK, QUOTE, TELLING] = [0, 1, 2, 3, 4, 5, 6, 7] as const
/** What each ASCII character is; the marks that tell something by themselves are `= ( / :`. */
const SORTS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  if (unit <= 32) return SPACE
  if (/[a-z]/.test(character)) return LOWER
  if (/[A-Z]/.test(character)) return UPPER
  if (/\d/.test(character)) return DIGIT
  if (character === '_') return OTHER
  if (/["'`]/.test(character)) return QUOTE
  return /[=(/:]/.test(character) ? TELLING : MARK
})

export function signColumns(
  split: SplitText,
  words: WordIndex,
  table: ColumnTable,
  checkDeadline: () => void,
): void {
  const { text, count, starts, ends } = split
  const digits = table.column('digits')
  const punctuation = table.column('punctuation')
  const capitals = table.column('capitals')
  const slashes = table.column('slashes')
  const isPath = table.column('is path')
  const quotes = table.column('quotes')
  const hasAssignment = table.column('has assignment')
  const hasCall = table.column('has call')
  const branches = table.column('branches')
  const leaves = table.column('leaves')
  const isKey = table.column('is key')
  const opens = table.column('opens')
  const isRule = table.column('is rule')
  const isMatch = table.column('is match')
  const isBeside = table.column('is beside match')
  const isTraced = table.column('is traced')
  for (let i = 0; i < count; i++) {
    if ((i & 255) === 0) checkDeadline()
    const end = Math.min(ends[i]!, starts[i]! + LONGEST_LOOK)
    let first = -1
    let wordEnd = -1
    let digitCount = 0
    let marks = 0
    let upper = 0
    let slashCount = 0
    let quoteCount = 0
    let spaces = 0
    let colon = -1
    let last = 0
    for (let at = starts[i]!; at < end; at++) {
      const unit = text.charCodeAt(at)
      const sort = unit < 128 ? SORTS[unit]! : OTHER
      if (first < 0) {
        // "} else {" begins with "else".
        if (sort === SPACE || unit === 125) continue
        first = at
      }
      if (sort === LOWER) {
        last = unit
        continue
      }
      if (wordEnd < 0) wordEnd = at
      if (sort === SPACE) {
        spaces++
        continue
      }
      last = unit
      if (sort === UPPER) upper++
      else if (sort === DIGIT) digitCount++
      else if (sort >= MARK) {
        marks++
        if (sort === MARK) continue
        if (sort === QUOTE) quoteCount++
        else if (unit === 61) hasAssignment[i] = 1
        else if (unit === 40) hasCall[i] = 1
        else if (unit === 47) slashCount++
        else if (colon < 0) colon = at
      }
    }
    if (first < 0) continue
    const solid = Math.max(1, end - first - spaces)
    digits[i] = Math.min(1, digitCount / solid)
    punctuation[i] = Math.min(1, marks / solid)
    capitals[i] = Math.min(1, upper / solid)
    slashes[i] = squash(slashCount, 3)
    quotes[i] = Math.min(1, quoteCount / 8)
    if (spaces === 0 && solid > 3 && (slashCount > 0 || marks > 0) && digitCount < solid / 2)
      isPath[i] = 1
    if (last === 123 || last === 58 || last === 40 || last === 91) opens[i] = 1
    if (solid > 3 && marks === solid) isRule[i] = 1
    if (colon > first && colon - first < 60 && isKeyAt(text, first, colon)) isKey[i] = 1
    if (digitCount > 0 && marks > 0) {
      const place = placeAt(text, first, end)
      if (place === MATCH) isMatch[i] = 1
      else if (place === BESIDE) isBeside[i] = 1
      if (place === MATCH || isFrame(text, first, end, colon)) isTraced[i] = 1
    }
    if (wordEnd < 0) wordEnd = end
    if (wordEnd - first < 2 || wordEnd - first > LONGEST_KEYWORD) continue
    const word = text.slice(first, wordEnd)
    if (BRANCHES.has(word)) branches[i] = 1
    else if (LEAVES.has(word)) leaves[i] = 1
  }
  diffSigns(split, table)
  wordSigns(words, count, table)
}

/** `"name":` or `name:`. */
function isKeyAt(text: string, first: number, colon: number): boolean {
  for (let at = first; at < colon; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 32 || unit === 40 || unit === 47) return false
  }
  return true
}

const NOWHERE = 0
const MATCH = 1
const BESIDE = 2
const isDigit = (unit: number) => unit >= 48 && unit <= 57

/** Whether the line begins as a match does, `src/app.ts:120:`, or as a line beside one, `src/app.ts-121-`. */
function placeAt(text: string, first: number, end: number): number {
  for (let at = first; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 32 && at === first + 4 && isPlaceInWords(text, first)) return MATCH
    if (unit <= 32 || unit === 34 || unit === 40) return NOWHERE
    if ((unit !== 58 && unit !== 45) || !isDigit(text.charCodeAt(at + 1))) continue
    let after = at + 1
    while (after < end && isDigit(text.charCodeAt(after))) after++
    if (text.charCodeAt(after) === unit) return unit === 58 ? MATCH : BESIDE
    at = after - 1
  }
  return NOWHERE
}

/** `Line 120:`, under the name of its file. */
function isPlaceInWords(text: string, first: number): boolean {
  if (!text.startsWith('Line ', first)) return false
  let at = first + 5
  while (isDigit(text.charCodeAt(at))) at++
  return at > first + 5 && text.charCodeAt(at) === 58
}

const FRAMES = ['at ', 'File "', '--> ']

/** A line of a stack, or of a message about a place. */
function isFrame(text: string, first: number, end: number, colon: number): boolean {
  if (FRAMES.some((opening) => text.startsWith(opening, first))) return true
  if (colon < 0) return false
  for (let at = colon; at < end - 1; at++) {
    if (text.charCodeAt(at) !== 58 || !isDigit(text.charCodeAt(at + 1))) continue
    for (let back = at - 1; back > at - 7 && back > first; back--)
      if (text.charCodeAt(back) === 46) return !isDigit(text.charCodeAt(back + 1))
  }
  return false
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
  const told = new Uint8Array(words.vocabulary.stems.length)
  const mark = (list: readonly string[], sign: number) => {
    for (const word of list) {
      const number = words.vocabulary.find(word)
      if (number !== undefined) told[number]! |= sign
    }
  }
  mark(ERRORS, 1)
  mark(WARNINGS, 2)
  mark(SUCCESSES, 4)
  mark(TESTS, 8)
  mark(DECLARATIONS, 16)
  mark(IMPORTS, 32)
  const errors = table.column('tells error')
  const warnings = table.column('tells warning')
  const successes = table.column('tells success')
  const tests = table.column('tells test')
  const declares = table.column('declares')
  const bringsIn = table.column('brings in')
  const asBefore = table.column('begins as before')
  for (let i = 0; i < count; i++) {
    let signs = 0
    for (let at = words.starts[i]!; at < words.starts[i + 1]!; at++) signs |= told[words.ids[at]!]!
    if (signs & 1) errors[i] = 1
    if (signs & 2) warnings[i] = 1
    if (signs & 4) successes[i] = 1
    if (signs & 8) tests[i] = 1
    if (signs & 16) declares[i] = 1
    if (signs & 32) bringsIn[i] = 1
    if (i > 0) asBefore[i] = squash(sharedBeginning(words, i), 2)
  }
}

const LONGEST_BEGINNING = 12

/** Words with which the line and the one before it begin alike: matches in one file, entries of one kind. */
function sharedBeginning({ ids, starts }: WordIndex, line: number): number {
  const before = starts[line - 1]!
  const here = starts[line]!
  const most = Math.min(LONGEST_BEGINNING, here - before, starts[line + 1]! - here)
  let shared = 0
  while (shared < most && ids[before + shared] === ids[here + shared]) shared++
  return shared
}
