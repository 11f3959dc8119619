// The range of a text with the highest density of lines expected to be needed, for a reader that can be shown
// only one range.

export interface DenseRange {
  /** 1-based, both included. */
  readonly from: number
  readonly to: number
  /** Share of the text's characters. */
  readonly share: number
  /** How much larger its share of the probability is. */
  readonly density: number
}

/** The cost of a share of the text relative to the same share of what may be needed; bench/results/native.md. */
const COST = 0.8
/** Lines shown before and after those that are expected to be needed. */
const MARGIN = 10

/** Maximises the share of the probability minus the cost of the share of the text. One pass. */
export function densestRange(
  lines: readonly { readonly text: string }[],
  chances: ArrayLike<number>,
): DenseRange {
  const text = runningShare(lines.map((line) => line.text.length + 1))
  const needed = runningShare(Array.from(chances))
  const gainTo = (line: number) => (needed[line] ?? 0) - COST * (text[line] ?? 0)
  let best = { after: 0, to: 0, gain: Number.NEGATIVE_INFINITY }
  let after = 0
  for (let to = 1; to <= lines.length; to += 1) {
    const gain = gainTo(to) - gainTo(after)
    if (gain > best.gain) best = { after, to, gain }
    if (gainTo(to) < gainTo(after)) after = to
  }
  const first = Math.max(0, best.after - MARGIN)
  const to = Math.min(lines.length, best.to + MARGIN)
  const part = (sums: readonly number[]) => (sums[to] ?? 0) - (sums[first] ?? 0)
  return { from: first + 1, to, share: part(text), density: part(needed) - part(text) }
}

/** Cumulative shares, up to each line. */
function runningShare(values: readonly number[]): readonly number[] {
  const sums = [0]
  let sum = 0
  for (const value of values) {
    sum += value
    sums.push(sum)
  }
  return sums.map((each) => each / (sum || 1))
}
