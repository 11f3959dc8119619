// What an answer costs its reader, as the benchmark and `mcp-pruner replay` both count it: the tokens
// shown, and the cost of recovering a needed line that is missing.

export interface ShownAnswer {
  /** The whole text, in lines without their endings. */
  readonly lines: readonly string[]
  /** The lines shown whole, numbered from 1. */
  readonly kept: ReadonlySet<number>
  /** The shown pieces of shortened lines. */
  readonly parts?: ReadonlyMap<number, readonly string[]>
  /** Tokens of the whole text, and of the answer with its marks and its closing line. */
  readonly allTokens: number
  readonly shownTokens: number
}

export interface ReaderCost {
  readonly all: number
  readonly shown: number
  /** With the whole text read again if a needed line is missing. */
  readonly net: number
  /** With one more turn and the cut runs that contain the missing lines instead. */
  readonly block: number
  readonly missing: readonly number[]
}

/** A context of 40,000 tokens sent once more at a tenth of the price, against tokens that stay for twenty turns. */
export const TURN_TOKENS = 1000
/** A line of which this many characters are shown counts as kept. */
const ENOUGH_OF_A_LINE = 80

export function readerCost(
  { lines, kept, parts, allTokens: all, shownTokens: shown }: ShownAnswer,
  needed: readonly number[],
  countTokens: (text: string) => number,
): ReaderCost {
  const isKept = (line: number) =>
    kept.has(line) || (parts?.get(line)?.join('').length ?? 0) >= ENOUGH_OF_A_LINE
  const missing = needed.filter((line) => !isKept(line))
  if (missing.length === 0) return { all, shown, net: shown, block: shown, missing }
  const runs = new Map<number, number>()
  for (const line of missing) {
    let first = line
    while (first > 1 && !isKept(first - 1)) first -= 1
    if (runs.has(first)) continue
    let last = line
    while (last < lines.length && !isKept(last + 1)) last += 1
    runs.set(first, last)
  }
  let fetched = 0
  for (const [first, last] of runs) fetched += countTokens(lines.slice(first - 1, last).join('\n'))
  return { all, shown, net: shown + all, block: shown + TURN_TOKENS + fetched, missing }
}
