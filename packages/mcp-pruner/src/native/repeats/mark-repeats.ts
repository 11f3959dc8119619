// Replaces runs of lines that are already in the conversation with marks: `…120-180 as in your read of
// price.ts above`. All other lines stay as they are, in order.
import { estimateTokens } from '@jeeves/pruner/count'
import { shownPartOf } from '../../ask/closing-line.js'
import { type KeyedLine, type KeyedText, keyedLines } from './keyed-lines.js'
import { type FoundRun, RunIndex } from './run-index.js'

/** A text in the conversation: an output as the model was shown it, or a text that it wrote itself in an edit. */
export interface EarlierText {
  /** As a mark names it: `your read of price.ts`. */
  readonly label: string
  readonly text: string
}

export interface MarkOptions {
  /** Number of the text's first line, for a text without numbers. */
  readonly firstLine?: number | undefined
  /** Some of its lines are our marks, whether or not a closing line says so. */
  readonly hasMarks?: boolean
  /** Lines (0-based) that are shown even if they were seen before: errors. */
  readonly isKept?: (line: number) => boolean
}

export interface MarkedRepeats {
  readonly text: string
  /** Lines of the text that are not shown, and how many there are in all. */
  readonly repeatedLines: number
  readonly lines: number
  /** Lines that are shown, 1-based in the text. */
  readonly shownLines: readonly number[]
  /** The marks, as they appear in the text. */
  readonly marks: readonly string[]
  readonly savedTokens: number
}

type KeyedEarlierText = KeyedText & Pick<EarlierText, 'label'>

/** A run is marked only if that is so many times cheaper. */
const MIN_GAIN = 3
/** And an answer only if all marks together save so many tokens: they come with a closing line. */
const MIN_SAVED_TOKENS = 120

/** `undefined` if no repeat is worth a mark. */
export function markRepeats(
  text: string,
  earlierTexts: readonly EarlierText[],
  { firstLine, hasMarks = hasOurMarks(text), isKept = () => false }: MarkOptions = {},
): MarkedRepeats | undefined {
  if (earlierTexts.length === 0) return undefined
  const earlier = earlierTexts.map(({ label, text: shown }) => ({
    label,
    ...keyedLines(shown, { hasMarks: hasOurMarks(shown) }),
  }))
  const index = new RunIndex()
  for (const each of earlier) index.add(each.lines)
  const { lines } = keyedLines(text, { firstLine, hasMarks })
  const find = index.finder(lines)
  const sign = signFor(text)
  const parts: string[] = []
  const marks: string[] = []
  const shownLines: number[] = []
  let savedTokens = 0
  for (let at = 0; at < lines.length; ) {
    const run = untilKept(find(at), at, isKept)
    const source = run && earlier[run.text]
    const mark = run && source && repeatMark(sign, lines, at, run, source)
    const saved = run && mark ? gainOf(lines, at, run, mark) : undefined
    if (run && mark !== undefined && saved !== undefined) {
      parts.push(mark, endingOf(lines[at + run.length - 1]))
      marks.push(mark)
      savedTokens += saved
      at += run.length
    } else {
      parts.push(lines[at]?.shown ?? '')
      shownLines.push(at + 1)
      at += 1
    }
  }
  if (savedTokens < MIN_SAVED_TOKENS) return undefined
  const repeatedLines = lines.length - shownLines.length
  return {
    text: parts.join(''),
    repeatedLines,
    lines: lines.length,
    shownLines,
    marks,
    savedTokens,
  }
}

/** A run ends before a line that must be shown. */
function untilKept(
  run: FoundRun | undefined,
  from: number,
  isKept: (line: number) => boolean,
): FoundRun | undefined {
  if (!run) return undefined
  let length = 0
  while (length < run.length && !isKept(from + length)) length += 1
  return length === 0 ? undefined : { ...run, length }
}

function gainOf(
  lines: readonly KeyedLine[],
  from: number,
  { length }: FoundRun,
  mark: string,
): number | undefined {
  const shown = lines.slice(from, from + length).map((line) => line.shown)
  const cost = estimateTokens(`${mark}\n`)
  const tokens = estimateTokens(shown.join(''))
  return tokens >= cost * MIN_GAIN ? tokens - cost : undefined
}

function repeatMark(
  sign: string,
  lines: readonly KeyedLine[],
  from: number,
  { at, length }: FoundRun,
  source: KeyedEarlierText,
): string {
  const here = rangeOf(lines, from, length)
  // If lines carry no numbers, nobody would count them.
  const there = source.isNumbered ? rangeOf(source.lines, at, length) : here
  return `${sign}${here} as ${here === there ? '' : `${there} `}in ${source.label} above`
}

function rangeOf(lines: readonly KeyedLine[], from: number, length: number): string {
  return `${lines[from]?.number}-${lines[from + length - 1]?.number}`
}

const endingOf = (line: KeyedLine | undefined): string =>
  /\r?\n$/.exec(line?.shown ?? '')?.[0] ?? ''

/** Our closing line says how much is missing; only then are the marks ours. */
const hasOurMarks = (text: string): boolean => shownPartOf(text) !== 'whole'

/** A sign with which no line of the text begins such a mark, so that none can be mistaken for one. */
function signFor(text: string): string {
  for (let signs = 0; ; signs += 1) {
    const sign = `…${'#'.repeat(signs)}`
    if (!new RegExp(`^${sign}\\d+-\\d+ as `, 'm').test(text)) return sign
  }
}
