// What is counted in a text to estimate its tokens, in one pass over its characters.
import { unitsOf } from '../text/units.js'

export const FEATURES = [
  'words',
  'longLetters',
  'caseChanges',
  'capitals',
  'digitGroups',
  'marks',
  'markRuns',
  'newlines',
  'blanks',
  'accented',
  'ideographs',
  'symbols',
  'otherWide',
  'dense',
] as const

export type Counts = Record<(typeof FEATURES)[number], number>

const Previous = { Start: 0, Lower: 1, Upper: 2, Digit: 3, Mark: 4, Blank: 5, Wide: 6 } as const
/** Letters that a common word has; each four more make it likelier to be split. */
const USUAL_LETTERS = 7
/** Longer runs of letters and digits are a key or a digest, not words. */
const MAX_NAME_LENGTH = 28
const REPEATED = 0.12

/** Digits come in threes. */
const groupsOf = (digits: number) => ((digits + 2) / 3) | 0

export function countFeatures(text: string): Counts {
  return countInto(emptyCounts(), unitsOf(text), 0, text.length)
}

export const emptyCounts = (): Counts =>
  Object.fromEntries(FEATURES.map((name) => [name, 0])) as Counts

/** Writes over `counts`: an object for every line of a text would cost a third of counting it. */
export function countInto(counts: Counts, units: Uint16Array, from: number, to: number): Counts {
  let words = 0
  let longLetters = 0
  let caseChanges = 0
  let capitals = 0
  let digitGroups = 0
  let marks = 0
  let markRuns = 0
  let newlines = 0
  let blanks = 0
  let accented = 0
  let ideographs = 0
  let symbols = 0
  let otherWide = 0
  let dense = 0
  let unbroken = 0
  let previous: number = Previous.Start
  let run = 0
  for (let i = from; i < to; i++) {
    const unit = units[i]!
    // Runs of small letters, of digits and of blanks are most of any text: each is counted at once.
    if (unit >= 97 && unit <= 122) {
      let end = i + 1
      for (; end < to; end++) {
        const next = units[end]!
        if (next < 97 || next > 122) break
      }
      const letters = end - i
      const plain = Math.min(letters, Math.max(0, MAX_NAME_LENGTH - unbroken))
      dense += letters - plain
      unbroken += letters
      if (plain > 0) {
        const isWithin = previous === Previous.Lower || previous === Previous.Upper
        if (!isWithin) {
          words++
          run = 0
        }
        const before = Math.max(run, USUAL_LETTERS)
        run += plain
        if (run > before) longLetters += run - before
        previous = Previous.Lower
      }
      i = end - 1
      continue
    }
    if (unit >= 48 && unit <= 57) {
      let end = i + 1
      for (; end < to; end++) {
        const next = units[end]!
        if (next < 48 || next > 57) break
      }
      const digits = end - i
      const plain = Math.min(digits, Math.max(0, MAX_NAME_LENGTH - unbroken))
      dense += digits - plain
      unbroken += digits
      if (plain > 0) {
        const before = previous === Previous.Digit ? run : 0
        run = before + plain
        digitGroups += groupsOf(run) - groupsOf(before)
        previous = Previous.Digit
      }
      i = end - 1
      continue
    }
    const isUpper = unit >= 65 && unit <= 90
    unbroken = isUpper ? unbroken + 1 : 0
    if (unbroken > MAX_NAME_LENGTH) dense++
    else if (isUpper) {
      if (previous !== Previous.Lower && previous !== Previous.Upper) {
        words++
        run = 1
      } else {
        if (previous === Previous.Lower) {
          caseChanges++
          run = 0
        } else capitals++
        if (++run > USUAL_LETTERS) longLetters++
      }
      previous = Previous.Upper
    } else if (unit === 32 || unit === 9) {
      const begin = i
      for (; i + 1 < to; i++) {
        const next = units[i + 1]!
        if (next !== 32 && next !== 9) break
      }
      // One space joins the word after it; more of them are a token of their own.
      const isFirst = previous !== Previous.Blank && previous !== Previous.Start
      if (isFirst) run = 0
      if (!isFirst || i > begin) {
        if (run === 0) blanks++
        run = 1
      }
      if (previous !== Previous.Start) previous = Previous.Blank
    } else if (unit === 10) {
      newlines++
      previous = Previous.Start
      run = 0
    } else if (unit < 128) {
      marks++
      if (previous !== Previous.Mark) markRuns++
      previous = Previous.Mark
    } else {
      if (unit < 0x250) accented++
      // Of a drawn rule many signs are one token.
      else if (unit >= 0x2000 && unit < 0x2e80) symbols += unit === units[i - 1] ? REPEATED : 1
      else if (unit >= 0x2e80 && unit <= 0xd7ff) ideographs++
      else otherWide++
      previous = Previous.Wide
    }
  }
  counts.words = words
  counts.longLetters = longLetters
  counts.caseChanges = caseChanges
  counts.capitals = capitals
  counts.digitGroups = digitGroups
  counts.marks = marks
  counts.markRuns = markRuns
  counts.newlines = newlines
  counts.blanks = blanks
  counts.accented = accented
  counts.ideographs = ideographs
  counts.symbols = symbols
  counts.otherWide = otherWide
  counts.dense = dense
  return counts
}
