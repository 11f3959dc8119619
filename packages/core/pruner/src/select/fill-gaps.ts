// A mark that hides a line or two of a few words costs about what it hides, and the one line hidden may be the
// answer: such gaps are filled, as far as the bound allows.
import { lineText, type SplitText } from '../text/lines.js'
import type { Structure } from '../text/structure.js'
import { MARK_TOKENS } from '../tokens/mark-tokens.js'

export interface Gaps {
  readonly tokens: Float32Array
  /** Lines that only repeat what is shown. */
  readonly repeats: Int32Array
  /** Tokens that the answer may still grow by. */
  readonly room: number
}

/** A gap of one, two or three lines is filled where it hides no more tokens than this. */
const FILLED = [30, 12, -1]
/** After so many consecutive lines a reader reads on, and overlooks a missing branch. */
const LONG_RUN = 20
const FILLED_IN_LONG_RUN = [80, 80, 60]

/** Tokens of the lines kept and of the marks between them. */
export function shownTokens(kept: Uint8Array, tokens: Float32Array): number {
  let sum = 0
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 1) sum += tokens[i]!
    else if (i === 0 || kept[i - 1] === 1) sum += MARK_TOKENS
  }
  return sum
}

export function fillGaps(kept: Uint8Array, { tokens, repeats, room }: Gaps): Uint8Array {
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
    const bounds = i - runStart >= LONG_RUN ? FILLED_IN_LONG_RUN : FILLED
    const most = bounds[end - i - 1]!
    if (isInside && hidden <= most && hidden <= left && repeats[i] === 0) {
      filled.fill(1, i, end)
      left -= hidden
    } else runStart = end
    i = end
  }
  return filled
}

export interface Bodies {
  readonly split: SplitText
  readonly structure: Structure
  readonly tokens: Float32Array
  readonly room: number
}

/** A condition says nothing without what it leads to: so many lines of its body, of so few tokens, come with it. */
const SHORT_BODY = { lines: 3, tokens: 36 } as const
const CONDITION =
  /^\s*(?:[})\]]\s*)?(?:if|elif|elsif|else|unless|case|default|when|while|guard|except|catch|rescue|match)\b.*(?:[{:]|=>|->|\bthen|\bdo)\s*$|^\s*[^=]{1,80}=>\s*\{\s*$|^\s*else\s*$/

/** The lines kept, with the short bodies of conditions that are shown and whose bodies were cut. */
export function keepShortBodies(kept: Uint8Array, { split, structure, tokens, room }: Bodies) {
  const { indents } = structure
  const filled = kept.slice()
  let left = room
  for (let i = 0; i + 1 < kept.length; i++) {
    if (kept[i] === 0 || kept[i + 1] === 1) continue
    if (!CONDITION.test(lineText(split, i, LONGEST_CONDITION))) continue
    let end = i + 1
    let cost = 0
    while (
      end < kept.length &&
      kept[end] === 0 &&
      (indents[end]! > indents[i]! || indents[end]! < 0)
    )
      cost += tokens[end++]!
    const isShort = end - i - 1 <= SHORT_BODY.lines && cost <= SHORT_BODY.tokens
    if (end === i + 1 || !isShort || cost > left) continue
    filled.fill(1, i + 1, end)
    left -= cost
  }
  return filled
}

const LONGEST_CONDITION = 200
