// The size of each line as shown, in tokens and in characters: long lines in pieces if they may be shortened.
import type { Deadline } from '../deadline.js'
import type { SplitText } from '../text/lines.js'
import { tokensIn } from '../tokens/estimate.js'
import type { LineParts, ScoringInput } from '../types.js'
import { cutLongLines, type LongLines } from './long-lines.js'

export interface LineSizes extends LongLines {
  readonly characters: Float32Array
  /** Tokens of the whole text, estimated. */
  readonly textTokens: number
}

export function lineSizes(
  input: ScoringInput,
  isCutInside: boolean,
  deadline: Deadline,
): LineSizes {
  const { split } = input
  const whole = tokensOfLines(split, deadline)
  const shown = isCutInside
    ? cutLongLines(input, whole)
    : { inside: [], tokens: whole, mostOfText: [] }
  return { ...shown, characters: charactersOf(split, shown.inside), textTokens: sumOf(whole) }
}

function tokensOfLines({ units, starts, count }: SplitText, deadline: Deadline): Float32Array {
  const tokens = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    tokens[i] = tokensIn(units, starts[i]!, starts[i + 1]!)
    // A line costs more than its characters: at most two million characters are considered.
    deadline.spend(starts[i + 1]! - starts[i]! + 64)
  }
  return tokens
}

function charactersOf({ starts, count }: SplitText, inside: readonly LineParts[]): Float32Array {
  const characters = new Float32Array(count)
  for (let i = 0; i < count; i++) characters[i] = starts[i + 1]! - starts[i]!
  for (const { line, pieces } of inside)
    characters[line - 1] = pieces.reduce((sum, { from, to }) => sum + to - from, 1)
  return characters
}

function sumOf(values: Float32Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return sum
}
