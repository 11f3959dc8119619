// The answer to a direct question from the text's own structure: the lines that must be shown, how many members
// they belong to, and how likely anything else is needed.
import type { AskedQuestion } from '../question/asked-question.js'
import { ORDINARY_WORDS } from '../question/filler-words.js'
import type { Family } from '../text/family.js'
import { lineText, type SplitText } from '../text/lines.js'
import type { Structure } from '../text/structure.js'
import type { WordIndex } from '../text/words.js'

export interface Asking {
  readonly question: AskedQuestion
  readonly split: SplitText
  readonly structure: Structure
  readonly words: WordIndex
  readonly family: Family
  readonly fileName: string
  readonly checkDeadline: () => void
}

export type ShapeName = 'part' | 'set' | 'rows' | 'change' | 'header' | 'uses' | 'value' | 'none'

export interface Answer {
  readonly shape: ShapeName
  /** Lines that answer, 0-based, ascending. */
  readonly lines: readonly number[]
  /** What is counted if not all of it fits: its plural name, and the first line of each. */
  readonly noun: string
  readonly members: readonly number[]
  /** Whether errors stay as if nothing had been found: rows with an error in them are data, messages are not. */
  readonly keepsEvidence?: boolean
  /** Factor for all other lines; nearly nothing by default. */
  readonly elsewhere?: number
  /** Lines that are shown with others if there is room. */
  readonly context?: readonly number[]
}

/** Longer lines are looked at so far. */
export const MAX_LINE = 400

export const lineOf = (split: SplitText, line: number): string => lineText(split, line, MAX_LINE)

/** The lines that are not blank and pass a test. */
export function linesWhere(
  { split, structure, checkDeadline }: Asking,
  isWanted: (text: string, line: number) => boolean,
): number[] {
  const lines: number[] = []
  for (let i = 0; i < split.count; i++) {
    if ((i & 255) === 0) checkDeadline()
    if (structure.indents[i]! >= 0 && isWanted(lineOf(split, i), i)) lines.push(i)
  }
  return lines
}

/** The lines from `first` to `last` that are not blank. */
export function solidLines({ indents }: Structure, first: number, last: number): number[] {
  const lines: number[] = []
  for (let i = first; i <= last; i++) if (indents[i]! >= 0) lines.push(i)
  return lines
}

/** In the order of the text, each once. */
export const ascending = (lines: Iterable<number>): number[] =>
  [...new Set(lines)].sort((a, b) => a - b)

/** Lines that answer together. */
export const partOf = (lines: readonly number[], noun = 'lines'): Answer => ({
  shape: 'part',
  lines,
  noun,
  members: lines,
})

/** Members that are shown by these lines alone. */
export const setOf = (members: readonly number[], noun: string): Answer => ({
  shape: 'set',
  lines: members,
  noun,
  members,
})

/** The content words that the text contains. */
export const knownWords = ({ words }: Pick<Asking, 'words'>, stems: readonly string[]): string[] =>
  stems.filter((stem) => !ORDINARY_WORDS.has(stem) && words.vocabulary.find(stem) !== undefined)

/** Those of the stems that the lines from `first` to `last` contain. */
export function stemsIn(
  { words: { vocabulary, ids, starts } }: Pick<Asking, 'words'>,
  stems: readonly string[],
  first: number,
  last = first,
): string[] {
  const own = ids.subarray(starts[first], starts[last + 1])
  return stems.filter((stem) => own.includes(vocabulary.find(stem) ?? -1))
}

export const containsAll = (
  asking: Pick<Asking, 'words'>,
  stems: readonly string[],
  first: number,
  last = first,
): boolean => stemsIn(asking, stems, first, last).length === stems.length

/** The last line below a head that is indented deeper, or the line that closes it at the head's own depth. */
export function blockEnd({ indents }: Structure, head: number): number {
  let end = head
  for (let i = head + 1; i < indents.length; i++) {
    if (indents[i]! < 0) continue
    if (indents[i]! <= indents[head]!) return indents[i] === indents[head] ? i : end
    end = i
  }
  return end
}

/** Lower case, words and numbers only: titles are compared so. */
export function plainTitle(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/[^\p{L}\p{N}.+#]+/gu, ' ')
    .replaceAll(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
