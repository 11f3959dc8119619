// Questions about the options of a help text or manual page: the entry of one flag, and the entries that contain the
// question's words.
import { isFrameWord, kindsOfStem } from '../question/shape-words.js'
import { plainText } from '../text/ansi.js'
import { wordsOf } from '../text/words.js'
import {
  type Answer,
  type Asking,
  ascending,
  containsAll,
  knownWords,
  lineOf,
  linesWhere,
  solidLines,
} from './answer.js'

interface Entry {
  readonly line: number
  readonly end: number
  readonly indent: number
  /** The flags as written: `-m, --memory bytes`. */
  readonly head: string
}

const MIN_ENTRIES = 6
const MAX_NAMED = 3
const MAX_FOUND = 24
const MAX_EXACT = 6
/** *All proxy options*; what does not fit is counted. */
const MAX_LISTED = 80
/** An option that does what is asked may be described with two of its words. */
const MIN_MATCHED = 2
const ELSEWHERE = 0.5
/** What precedes the description: after two spaces, a tab or a colon comes what the flag does. */
const HEAD = /^\s+(-[\w?@#.](?![\w-])|--[\w][\w-]*)(?:(?!\s{2}|\t|: ).){0,80}/

export function optionAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  const flags = question.tokens
    .concat(question.quoted)
    .concat(question.text.match(/(?<![\w-])--?[\w?][\w-]*/g) ?? [])
    .filter((token) => /^--?[\w?][\w-]*$/.test(token))
  const isWanted = flags.length > 0 || question.kinds.has('option') || isHowTo(question.text)
  if (!isWanted) return undefined
  const entries = entriesOf(asking)
  if (entries.length < MIN_ENTRIES) return undefined
  if (flags.length > 0) return named(asking, entries, new Set(flags))
  return byWords(asking, entries) ?? referredTo(asking, entries)
}

const MAX_SENTENCES = 3
/** How far above the flag a sentence about it may begin. */
const MAX_SENTENCE_LENGTH = 2
const FLAG = /(?<![\w-])--?\w[\w-]*/g

/** `Commands can be executed in parallel too; see the -P option`: that sentence and the entry. */
function referredTo(asking: Asking, entries: readonly Entry[]): Answer | undefined {
  const { question, split, structure } = asking
  const about = knownWords(asking, question.contentWords)
  if (about.length === 0) return undefined
  const isEntry = (line: number) => entries.some((one) => line >= one.line && line <= one.end)
  const sentences = linesWhere(asking, (text) => text.match(FLAG) !== null)
    .filter((line) => !isEntry(line))
    .map((line) => solidLines(structure, Math.max(0, line - MAX_SENTENCE_LENGTH), line))
    .filter((lines) => {
      const [first = 0] = lines
      return containsAll(asking, about, first, lines.at(-1))
    })
  if (sentences.length === 0 || sentences.length > MAX_SENTENCES) return undefined
  const flags = sentences.flatMap((lines) => lineOf(split, lines.at(-1)!).match(FLAG) ?? [])
  const found = named(asking, entries, new Set(flags))
  if (found === undefined) return undefined
  const lines = ascending([...sentences.flat(), ...found.lines])
  return { ...found, lines, elsewhere: ELSEWHERE }
}

/** `How do I set the memory limit?` asks for the option that does it. */
const isHowTo = (text: string): boolean =>
  /^\s*how (?:do|can|could|would|should|to)\b(?: (?:i|we|you|one)\b)?/i.test(text)

function entriesOf({ split, structure, checkDeadline }: Asking): Entry[] {
  const entries: Entry[] = []
  for (let i = 0; i < split.count; i++) {
    if ((i & 255) === 0) checkDeadline()
    if (structure.indents[i]! <= 0) continue
    const head = HEAD.exec(plainText(lineOf(split, i)))?.[0]
    if (head === undefined) continue
    const indent = structure.indents[i]!
    let end = i
    for (let j = i + 1; j < split.count && j - i < MAX_ENTRY_LINES; j++) {
      if (structure.indents[j]! < 0) continue
      // Some indent the description with a tab, under a flag indented with spaces.
      if (!isBehindTab(split, j) || isBehindTab(split, i)) {
        if (structure.indents[j]! <= indent) break
        if (structure.indents[j]! <= indent + SHORT_FLAG && HEAD.test(lineOf(split, j))) break
      }
      end = j
    }
    // `-p pid` and `--attach=pid` in two lines share the description below them.
    const isDescribed = end > i
    const isAbove = (one: Entry | undefined, line: number) =>
      isDescribed && one?.line === line - 1 && one.end === one.line && one.indent === indent
    let first = i
    let heads = head
    while (isAbove(entries.at(-1), first)) {
      const above = entries.pop()!
      first = above.line
      heads = `${above.head} ${heads}`
    }
    entries.push({ line: first, end, indent, head: heads })
  }
  return entries
}
const MAX_ENTRY_LINES = 80
const TAB = 9
const isBehindTab = ({ text, starts }: Asking['split'], line: number): boolean =>
  text.charCodeAt(starts[line]!) === TAB
/** Where an option has no short form, its long one is further to the right: after `-m, `. */
const SHORT_FLAG = 4

/** The entries of a flag; if several commands have it, those below a line that begins with a word of the question. */
function named(
  asking: Asking,
  entries: readonly Entry[],
  flags: ReadonlySet<string>,
): Answer | undefined {
  const all = entries.filter(({ head }) =>
    head.split(/[\s,=[\]|]+/).some((word) => flags.has(word)),
  )
  const owned = all.length > 1 ? all.filter((entry) => isOwned(asking, entry)) : []
  const found = owned.length > 0 ? owned : all
  return found.length === 0 || found.length > MAX_NAMED ? undefined : shown(asking, found)
}

function isOwned({ question, split, structure }: Asking, { line, indent }: Entry): boolean {
  let least = indent
  for (let i = line - 1; i >= 0 && least > 0; i--) {
    const own = structure.indents[i]!
    if (own < 0 || own >= least) continue
    least = own
    const [first = ''] = lineOf(split, i).trim().split(/[\s[]/)
    if (first.length > 1 && question.tokens.includes(first)) return true
  }
  return false
}

/** Entries with all words of the question, or, for a list, with any of them. */
function byWords(asking: Asking, entries: readonly Entry[]): Answer | undefined {
  const { question, split, words } = asking
  const about = question.contentWords.filter((stem) => words.vocabulary.find(stem) !== undefined)
  if (about.length === 0 || (about.length < 2 && !question.kinds.has('option'))) return undefined
  const titled = question.isList ? underTitle(asking, entries) : []
  if (titled.length > 1) return shown(asking, titled)
  const matched = entries.map((entry) => {
    const own = wordsOf(split.text.slice(split.starts[entry.line], split.ends[entry.end]))
    const occurs = (stem: string) => own.some((word) => word.startsWith(stem))
    return { entry, found: about.filter(occurs).length }
  })
  const most = Math.max(...matched.map(({ found }) => found))
  const isNearlyAll = isHowTo(question.text) && most >= MIN_MATCHED
  const all = matched.filter(({ found }) => found === (isNearlyAll ? most : about.length))
  const any = matched.filter(({ found }) => found > 0)
  const chosen = question.kinds.has('option') && any.length <= MAX_FOUND ? any : all
  const limit = question.kinds.has('option')
    ? question.isList
      ? MAX_LISTED
      : MAX_FOUND
    : MAX_EXACT
  if (chosen.length === 0 || chosen.length > limit) return undefined
  const answer = shown(
    asking,
    chosen.map(({ entry }) => entry),
  )
  return most < about.length && isNearlyAll ? { ...answer, elsewhere: ELSEWHERE } : answer
}

/** The entries below a title such as `Compression options:` whose words are all in the question. */
function underTitle({ split, structure, question }: Asking, entries: readonly Entry[]): Entry[] {
  let title: readonly string[] = []
  let last = 0
  return entries.filter(({ line, end, indent }) => {
    for (let i = last; i < line; i++) {
      const text = lineOf(split, i)
      const isTitle = structure.indents[i]! >= 0 && structure.indents[i]! < indent
      if (isTitle) title = /:\s*$/.test(text) ? wordsOf(text) : []
    }
    last = end + 1
    const specific = title.filter((stem) => !isFrameWord(stem) && kindsOfStem(stem).length === 0)
    return specific.length > 0 && specific.every((stem) => question.stems.includes(stem))
  })
}

function shown({ structure }: Asking, entries: readonly Entry[]): Answer {
  const lines = entries.flatMap(({ line, end }) => solidLines(structure, line, end))
  return {
    shape: entries.length > 1 ? 'set' : 'part',
    lines: ascending(lines),
    noun: 'options',
    members: entries.map(({ line }) => line),
  }
}
