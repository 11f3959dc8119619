// Lines without which a shown line of code means little: the short body of a condition, the condition of a shown body, the
// rest of a short literal, the assignment right above, and the one place that defines a constant or a small helper.
import { isCommentLine } from '../shapes/member-patterns.js'
import { Kind } from '../text/line-kinds.js'
import { lineText, type SplitText } from '../text/lines.js'
import type { Structure } from '../text/structure.js'
import { commentStart } from './comment-start.js'
import { definitionsFor } from './definitions.js'

export interface CodeAround {
  readonly split: SplitText
  readonly structure: Structure
  readonly tokens: Float32Array
  /** The question's own words, as stems. */
  readonly questionStems: readonly string[]
  /** A long question is about several places, and each is shown by its best lines. */
  readonly isShortQuestion: boolean
  /** Whether it asks how or why. */
  readonly isWhy: boolean
  /** Whether an amount is asked for. */
  readonly isForAmount: boolean
  readonly room: number
}

/** So many lines, of so few tokens. */
const SHORT_BODY = { lines: 3, tokens: 36 } as const
/** Where a question is about what happens. */
const WHOLE_BODY = { lines: 7, tokens: 90 } as const
const LITTLE = { share: 0.4, tokens: 150 } as const
const SHORT_LITERAL = { lines: 12, tokens: 120 } as const
const SHORT_LINE = 40
const SHORT_RUN = 60
/** How far above a shown line its condition may be. */
const NEAR_CONDITION = 4
/** Of which later lines are shown. */
const SHORT_COMMENT = { lines: 4, tokens: 60 } as const
const MAX_LINE_LENGTH = 200
const CONDITION =
  /^\s*(?:[})\]]\s*)?(?:if|elif|elsif|else|unless|case|default|when|while|guard|except|catch|rescue|match)\b|^\s*[^=]{1,80}=>\s*\{\s*$/i
const LITERAL = /=\s*(?:(?:new|frozenset|set|dict|map|Map|Set|\[\]?\w*|&)\s*)?\(?[[{(]\s*$/
/** A statement that goes on below. */
const CONTINUED = /(?:[\w)\]"'`]\s*,|&&|\|\||[+(])\s*$/
const OPENER = /^\s*\{\s*$/
const ASSIGNED =
  /^\s*(?:(?:const|let|var|val|auto|my|local|final)\s+|[\w<>*&]+\s+)?[$@]?([A-Za-z_]\w{2,})\s*:?=(?!=)/

/** The lines kept, with what belongs to them, as far as there is room. */
export function keepRelated(kept: Uint8Array, code: CodeAround): Uint8Array {
  const filled = kept.slice()
  let { room } = code
  const take = (from: number, end: number): void => {
    let cost = 0
    for (let i = from; i < end; i++) cost += filled[i] === 1 ? 0 : code.tokens[i]!
    if (cost > room) return
    filled.fill(1, from, end)
    room -= cost
  }
  for (const { line, end } of definitionsFor(kept, code)) take(line, end + 1)
  const shown = filled.slice()
  for (let i = 0; i < shown.length; i++) {
    if (shown[i] === 0) continue
    const end = shown[i + 1] === 0 ? bodyEnd(shown, i, code) : undefined
    if (end !== undefined) take(i + 1, end)
    if (i === 0 || shown[i - 1] === 1) continue
    const first = firstOf(i, code)
    if (first < i) take(first, i)
  }
  if (code.isShortQuestion) for (const [first, end] of nearlyWhole(filled, code)) take(first, end)
  return filled
}

/** Functions of which little is hidden: a reader takes what is shown for all of it. */
function nearlyWhole(kept: Uint8Array, { structure, tokens }: CodeAround): [number, number][] {
  const { kinds, blockEnds } = structure
  const found: [number, number][] = []
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0 || kinds[i] !== Kind.Callable) continue
    let all = 0
    let hidden = 0
    for (let at = i; at <= blockEnds[i]!; at++) {
      all += tokens[at]!
      if (kept[at] === 0) hidden += tokens[at]!
    }
    if (hidden > 0 && hidden <= LITTLE.tokens && hidden <= LITTLE.share * all)
      found.push([i, blockEnds[i]! + 1])
  }
  return found
}

/** Where the body of a shown line ends, if it is short. */
function bodyEnd(kept: Uint8Array, line: number, code: CodeAround): number | undefined {
  const { split, structure, tokens } = code
  const { indents } = structure
  const own = lineText(split, line, MAX_LINE_LENGTH)
  // A brace on a line of its own opens what is above it.
  const text = line > 0 && OPENER.test(own) ? lineText(split, line - 1, MAX_LINE_LENGTH) : own
  if (isCommentLine(text)) return undefined
  const isLeading = CONDITION.test(text) || CONTINUED.test(text)
  const body = code.isWhy ? WHOLE_BODY : SHORT_BODY
  const short = LITERAL.test(text) ? SHORT_LITERAL : isLeading ? body : undefined
  if (short === undefined) return undefined
  let end = line + 1
  let cost = 0
  // The brace on a line of its own belongs to the condition above it.
  if (OPENER.test(lineText(split, end, MAX_LINE_LENGTH))) cost += tokens[end++]!
  const first = end
  while (
    end < kept.length &&
    kept[end] === 0 &&
    (indents[end]! > indents[line]! || indents[end]! < 0)
  )
    cost += tokens[end++]!
  const isShort = end - first <= short.lines && cost <= short.tokens
  return end > first && isShort ? end : undefined
}

/** The first of the lines right above without which a shown line means little. */
function firstOf(line: number, code: CodeAround): number {
  const { split, structure, tokens } = code
  const { indents } = structure
  if (isCommentLine(lineText(split, line, MAX_LINE_LENGTH)))
    return conditionOf(commentStart(line, code, SHORT_COMMENT), code)
  let cost = 0
  for (let i = line - 1; i >= 0 && line - i <= SHORT_LITERAL.lines; i--) {
    cost += tokens[i]!
    if (cost > SHORT_LITERAL.tokens) break
    const text = lineText(split, i, MAX_LINE_LENGTH)
    if (indents[i]! >= 0 && indents[i]! < indents[line]! && !OPENER.test(text)) {
      if (LITERAL.test(text)) return i
      if (line - i > NEAR_CONDITION || cost > SHORT_RUN) return line
      if (CONDITION.test(text)) return i
      return CONTINUED.test(text) ? conditionOf(i, code) : line
    }
    if (i < line - 1 || cost > SHORT_LINE) continue
    const name = indents[i] === indents[line] ? ASSIGNED.exec(text)?.[1] : undefined
    if (name !== undefined && hasWord(lineText(split, line, MAX_LINE_LENGTH), name)) return i
  }
  return line
}

/** The condition right above the beginning of a statement, or that beginning. */
function conditionOf(line: number, { split, structure }: CodeAround): number {
  const isInside = line > 0 && structure.indents[line - 1]! < structure.indents[line]!
  return isInside && CONDITION.test(lineText(split, line - 1, MAX_LINE_LENGTH)) ? line - 1 : line
}

const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w$])${word}(?![\\w$])`).test(text)
