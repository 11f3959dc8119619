// What a shown line of code says little without: the short body of a condition, the condition of a shown body, the
// entries of a short literal, and the one line that defines a constant.
import { lineText, type SplitText } from '../text/lines.js'
import type { Structure } from '../text/structure.js'

export interface CodeAround {
  readonly split: SplitText
  readonly structure: Structure
  readonly tokens: Float32Array
  readonly room: number
}

/** So many lines, of so few tokens. */
const SHORT_BODY = { lines: 3, tokens: 36 } as const
const SHORT_LITERAL = { lines: 12, tokens: 120 } as const
const SHORT_LINE = 40
const LONGEST_LOOKED_AT = 200
const CONDITION =
  /^\s*(?:[})\]]\s*)?(?:if|elif|elsif|else|unless|case|default|when|while|guard|except|catch|rescue|match)\b.*(?:[{:]|=>|->|\bthen|\bdo)\s*$|^\s*[^=]{1,80}=>\s*\{\s*$|^\s*else\s*$/
const LITERAL = /=\s*(?:(?:new|frozenset|set|dict|map|Map|Set|\[\]?\w*|&)\s*)?\(?[[{(]\s*$/

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
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0) continue
    const end = kept[i + 1] === 0 ? bodyEnd(kept, i, code) : undefined
    if (end !== undefined) take(i + 1, end)
    if (i > 0 && kept[i - 1] === 0 && isConditionOf(i, code)) take(i - 1, i)
  }
  for (const line of definitionsFor(kept, code)) take(line, line + 1)
  return filled
}

/** Where the body of a shown line ends, if it is short. */
function bodyEnd(kept: Uint8Array, line: number, code: CodeAround): number | undefined {
  const { split, structure, tokens } = code
  const { indents } = structure
  const text = lineText(split, line, LONGEST_LOOKED_AT)
  const short = CONDITION.test(text) ? SHORT_BODY : LITERAL.test(text) ? SHORT_LITERAL : undefined
  if (short === undefined) return undefined
  let end = line + 1
  let cost = 0
  while (
    end < kept.length &&
    kept[end] === 0 &&
    (indents[end]! > indents[line]! || indents[end]! < 0)
  )
    cost += tokens[end++]!
  const isShort = end - line - 1 <= short.lines && cost <= short.tokens
  return end > line + 1 && isShort ? end : undefined
}

function isConditionOf(line: number, { split, structure, tokens }: CodeAround): boolean {
  const { indents } = structure
  const isInside = indents[line]! > indents[line - 1]! && indents[line - 1]! >= 0
  if (!isInside || tokens[line - 1]! > SHORT_LINE) return false
  return CONDITION.test(lineText(split, line - 1, LONGEST_LOOKED_AT))
}

const MOST_DEFINITIONS = 3
const CONSTANT = /(?<![\w.$])[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g
const definitionOf = (name: string): RegExp =>
  new RegExp(`(?:^|\\s)${name}(?:\\s*:\\s*[^=\\n]{1,60})?\\s*:?=(?!=)|#define\\s+${name}\\b`)

/** The lines that define constants of shown lines, each defined once and used on few shown lines. */
function definitionsFor(kept: Uint8Array, { split, tokens }: CodeAround): number[] {
  const names = new Set<string>()
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0) continue
    for (const [name] of lineText(split, i, LONGEST_LOOKED_AT).matchAll(CONSTANT)) names.add(name)
    if (names.size > MOST_DEFINITIONS) return []
  }
  const found: number[] = []
  for (const name of names) {
    const lines = linesDefining(name, split)
    const [line] = lines
    if (lines.length === 1 && line !== undefined && tokens[line]! <= SHORT_LINE) found.push(line)
  }
  return found
}

/** More uses than this are not looked at for a definition. */
const MOST_USES = 500

function linesDefining(name: string, { text, starts, count }: SplitText): number[] {
  const pattern = definitionOf(name)
  const lines: number[] = []
  let line = 0
  let at = text.indexOf(name)
  for (let uses = 0; at >= 0 && uses < MOST_USES && lines.length < 2; uses++) {
    while (line + 1 < count && starts[line + 1]! <= at) line++
    const start = starts[line] ?? 0
    const end = starts[line + 1] ?? text.length
    const head = text.slice(start, Math.min(end, start + LONGEST_LOOKED_AT))
    if (lines.at(-1) !== line && pattern.test(head)) lines.push(line)
    at = text.indexOf(name, at + 1)
  }
  return lines
}
