// What a question names to the letter: identifiers, quoted strings, ids, numbers, flags, file names. A
// reader who writes one of them means the lines that hold it.
import type { SplitText } from './lines.js'
import { type WordIndex, wordsOf } from './words.js'

const MAX_CHARACTERS = 4000
const MAX_LITERALS = 24
/** Lines with a literal are counted up to here. */
export const MOST_COUNTED = 1000

const quotedPattern =
  /`([^`\n]{1,120})`|"([^"\n]{1,120})"|“([^”\n]{1,120})”|(?<!\w)'([^'\n]{1,80})'(?!\w)/g
/** Identifiers with their dots, ids, numbers, flags, paths: whatever is written without a space. */
const writtenPattern =
  /(?<![\w-])--?[A-Za-z][\w-]*(?:=[\w./-]+)?|[A-Za-z_$@\d](?:[\w$]|[-.:/#@](?=[\w$/]))*(?:\(\)|\/(?=[\s?!.,;)]|$))?/g

/** The literals of a question, in its order, each once. */
export function literalsOf(question: string): string[] {
  const asked = question.slice(0, MAX_CHARACTERS)
  const found = new Set<string>()
  for (const match of asked.matchAll(quotedPattern)) {
    const quoted = (match[1] ?? match[2] ?? match[3] ?? match[4])!.trim()
    if (quoted.length > 1 && /[\p{L}\p{N}]/u.test(quoted)) found.add(quoted.replace(/\(\)$/, ''))
  }
  for (const match of asked.matchAll(writtenPattern)) {
    const written = match[0].replace(/\(\)$/, '')
    const isCalled = written !== match[0]
    if (written.length > 1 && (isCalled || isLiteral(written, asked, match.index)))
      found.add(written)
  }
  return [...found].slice(0, MAX_LITERALS)
}

/**
 * Words joined by hyphens, as packages and commands are called and as English writes too: they are names
 * where the text holds them, and nothing where it does not.
 */
export function hyphenatedIn(question: string): string[] {
  const found = question
    .slice(0, MAX_CHARACTERS)
    .match(/(?<![\w@./-])[A-Za-z]\w*(?:-\w+)+(?![\w/-]|\.\w)/g)
  return [...new Set(found ?? [])].slice(0, MAX_LITERALS)
}

/** Written as no word of a sentence is. */
function isLiteral(written: string, asked: string, at: number): boolean {
  if (/^--?[A-Za-z]/.test(written)) return true
  if (/^\d+$/.test(written)) return written.length > 2
  if (/^[\d.,:/-]+$/.test(written)) return written.length > 3
  // camelCase, snake_case, names with digits, dotted names, paths; not `e.g` or `and/or`.
  if (/[a-z\d][A-Z]|\w_\w|^_\w|[A-Za-z]\d|\d[A-Za-z]|[$#@]/.test(written)) return true
  if (/\w::\w|\w\.\w{2,}|\/.*\/|\w\/$|\.\w{1,5}$/.test(written))
    return !/^(?:e\.g|i\.e|vs)\b/i.test(written)
  if (/^[A-Z]{3,}$/.test(written)) return !/^(?:AND|NOT|THE|FOR|BUT|ALL|TODO|NOTE)$/.test(written)
  // A capital inside a sentence names something.
  return (
    /^[A-Z][a-z]{3,}$/.test(written) && /[\p{Ll},;]\s$/u.test(asked.slice(Math.max(0, at - 2), at))
  )
}

/**
 * Says whether a text may hold a literal as a word of its own: the literal's words are then words of the text,
 * and these are known, where a search goes through all of the text. In a text with letters or colour codes
 * that may join up with a word nothing is ruled out.
 */
export function literalFilter({ text }: SplitText, { vocabulary }: WordIndex) {
  if (!vocabulary.isAscii || text.includes(ESCAPE)) return () => true
  return (literal: string): boolean =>
    hashPattern.test(literal) ||
    wordsOf(literal).every((word) => vocabulary.find(word) !== undefined)
}
const ESCAPE = '\u001B'

/** The lines that hold a literal as a word of its own, ascending; at most `MOST_COUNTED` of them. */
export function linesWith(
  literal: string,
  text: string,
  lineOf: (offset: number) => number,
): number[] {
  const lines: number[] = []
  const isNumber = /^\d+$/.test(literal)
  const isHash = hashPattern.test(literal)
  for (let at = text.indexOf(literal); at !== -1; ) {
    const isWhole =
      !precedes(text.charCodeAt(at - 1), literal.charCodeAt(0)) &&
      (isHash ||
        !continues(text.charCodeAt(at + literal.length), literal.charCodeAt(literal.length - 1))) &&
      !(isNumber && isDecimal(text, at, at + literal.length))
    let next = at + literal.length
    if (isWhole) {
      const line = lineOf(at)
      if (line !== lines.at(-1)) lines.push(line)
      if (lines.length >= MOST_COUNTED) break
      const newline = text.indexOf('\n', at)
      if (newline === -1) break
      next = newline + 1
    }
    at = text.indexOf(literal, next)
  }
  return lines
}

/** The beginning of a commit's name stands for all of it. */
const hashPattern = /^(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,39}$/

/** Whether a number is only the digits before or behind a point: 0.502 is not 502. */
function isDecimal(text: string, from: number, to: number): boolean {
  return /\d\.$/.test(text.slice(from - 2, from)) || /^\.\d/.test(text.slice(to, to + 2))
}

const HYPHEN = 45

/** Whether a name goes on to the left: a flag does not begin inside a word or behind another hyphen. */
function precedes(outside: number, inside: number): boolean {
  if (inside === HYPHEN) return isWordUnit(outside) || outside === HYPHEN
  return continues(outside, inside)
}

/** Whether two neighbouring characters are letters of one name. */
function continues(outside: number, inside: number): boolean {
  return isWordUnit(outside) && isWordUnit(inside)
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 48 && unit <= 57) ||
    unit === 95
  )
}
