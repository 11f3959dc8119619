// A mark that hides a line or two of a few words costs about what it hides, and the one line hidden may be the
// answer: such gaps are filled, as far as the bound allows.
import { MARK_TOKENS } from '../tokens/mark-tokens.js'

export interface Gaps {
  readonly tokens: Float32Array
  /** Lines that only repeat what is shown. */
  readonly repeats: Int32Array
  /** Tokens that the answer may still grow by. */
  readonly room: number
  /** In text of paragraphs, the columns before each line, -1 on a blank one. */
  readonly paragraphs?: Int32Array | undefined
}

/** A gap of one, two or three lines is filled where it hides no more tokens than this. */
const FILLED = [50, 12, -1]
/** After so many consecutive lines a reader reads on, and overlooks a missing branch. */
const LONG_RUN = 20
const FILLED_IN_LONG_RUN = [80, 80, 60]
/** A sentence without its middle says something else. */
const FILLED_IN_PARAGRAPH = [80, 80, 80]

/** Tokens of the lines kept and of the marks between them. */
export function shownTokens(kept: Uint8Array, tokens: Float32Array): number {
  let sum = 0
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 1) sum += tokens[i]!
    else if (i === 0 || kept[i - 1] === 1) sum += MARK_TOKENS
  }
  return sum
}

export function fillGaps(kept: Uint8Array, gaps: Gaps): Uint8Array {
  const { tokens, repeats, room, paragraphs } = gaps
  const filled = kept.slice()
  let left = room
  let runStart = 0
  for (let i = 1; i < kept.length; i++) {
    if (kept[i] === 1 && kept[i - 1] === 0) runStart = i
    if (kept[i] === 1 || kept[i - 1] === 0) continue
    let end = i
    let hidden = 0
    while (end < kept.length && kept[end] === 0 && end - i < FILLED.length) hidden += tokens[end++]!
    const isInside = end < kept.length && kept[end] === 1
    const isInParagraph = paragraphs && (continues(paragraphs, i) || continues(paragraphs, end))
    const longRun = i - runStart >= LONG_RUN ? FILLED_IN_LONG_RUN : FILLED
    const bounds = isInParagraph ? FILLED_IN_PARAGRAPH : longRun
    const most = bounds[end - i - 1]!
    if (isInside && hidden <= most && hidden <= left && repeats[i] === 0) {
      filled.fill(1, i, end)
      left -= hidden
    } else runStart = end
    i = end
  }
  return filled
}

const continues = (indents: Int32Array, line: number): boolean =>
  indents[line - 1]! >= 0 && indents[line]! >= 0
