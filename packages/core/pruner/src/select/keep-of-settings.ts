// Lines without which a shown line of settings says little: the items of its short list and, if the question is why,
// the comment right above it.
import { lineText, type SplitText } from '../text/lines.js'
import type { Structure } from '../text/structure.js'
import { commentStart } from './comment-start.js'

export interface SettingsAround {
  readonly split: SplitText
  readonly structure: Structure
  readonly tokens: Float32Array
  readonly isWhy: boolean
  readonly room: number
}

const SHORT = { lines: 10, tokens: 120 } as const
const MAX_LINE_LENGTH = 120
const OPENS_LIST = /(?:[:=]\s*\[|[\w"']\s*:|[:=]\s*[|>][-+]?)\s*$/
const MEMBER = /^\s*(?:- )?["']?[\w.$/@-]{1,60}["']?\s*(?::(?:\s|$)|=)/

/** The lines kept, with what belongs to them, as far as there is room. */
export function keepOfSettings(kept: Uint8Array, settings: SettingsAround): Uint8Array {
  const { tokens, isWhy } = settings
  const filled = kept.slice()
  let { room } = settings
  const take = (from: number, end: number): void => {
    const cost = tokens.subarray(from, end).reduce((sum, one) => sum + one, 0)
    if (end - from > SHORT.lines || cost > Math.min(SHORT.tokens, room)) return
    filled.fill(1, from, end)
    room -= cost
  }
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0) continue
    if (kept[i + 1] === 0) take(i + 1, listEnd(kept, i, settings))
    if (isWhy && kept[i - 1] === 0) take(commentStart(i, settings, SHORT, kept), i)
  }
  return filled
}

/** Where the list that a line opens ends; the next line if it opens none. */
function listEnd(kept: Uint8Array, line: number, { split, structure }: SettingsAround): number {
  const textOf = (i: number) => lineText(split, i, MAX_LINE_LENGTH)
  const { indents } = structure
  let end = line + 1
  if (!OPENS_LIST.test(textOf(line))) return end
  const isItem = (i: number) =>
    indents[i]! > indents[line]! || (indents[i] === indents[line] && /^\s*[-\]]/.test(textOf(i)))
  while (end < kept.length && kept[end] === 0 && isItem(end) && !MEMBER.test(textOf(end))) end++
  const isCut = end < kept.length && kept[end] === 0 && isItem(end)
  return isCut ? line + 1 : end
}
