// Which lines an answer left out, stored beside the text: a mark names only the line after a cut, and this
// gives the start of the cut. Texts that were pruned more than once share an id, so cuts add up.
import { countLines } from '@jeeves/pruner/count'
import type { LineRequest, WantedLines } from './line-requests.js'
import type { RecallOptions, Recovery } from './recovery.js'

/** For each line after a cut, the cut's first line. */
export type Cuts = ReadonlyMap<number, number>

/** The cuts between the lines that were kept; numbers count from `firstLine`. */
export function cutsBetween(
  keptLines: readonly number[],
  lineCount: number,
  firstLine: number,
): Cuts {
  const cuts = new Map<number, number>()
  let next = 1
  for (const line of [...keptLines, lineCount + 1]) {
    if (line > next) cuts.set(line + firstLine - 1, next + firstLine - 1)
    next = line + 1
  }
  return cuts
}

const idOfCuts = (pruneId: string): string => `${pruneId}.cuts`

/** Only if there is room for them: they must not evict the text that they describe. */
export async function keepCuts(recovery: Recovery, pruneId: string, cuts: Cuts): Promise<void> {
  const before = await recallCuts(recovery, pruneId, { isAnswerWaiting: true })
  const all = new Map(before)
  let isNews = false
  for (const [next, start] of cuts) {
    const known = all.get(next)
    if (known !== undefined && known <= start) continue
    all.set(next, start)
    isNews = true
  }
  if (isNews) await recovery.keep(JSON.stringify([...all]), idOfCuts(pruneId), { ifRoom: true })
}

export async function recallCuts(
  recovery: Recovery,
  pruneId: string,
  options?: RecallOptions,
): Promise<Cuts> {
  try {
    const kept = await recovery.recall(idOfCuts(pruneId), options)
    return new Map(kept === undefined ? [] : (JSON.parse(kept) as [number, number][]))
  } catch {
    return new Map()
  }
}

/** Ranges of `text` for the request; a mark's number becomes the cut before it. */
export function resolveWanted(
  wanted: readonly WantedLines[],
  cuts: Cuts,
  text: string,
): { readonly ranges: LineRequest[] } | { readonly problem: string } {
  const ranges: LineRequest[] = []
  for (const one of wanted) {
    if (!('before' in one)) {
      ranges.push(one)
      continue
    }
    const next = one.before === 'end' ? Math.max(0, ...cuts.keys()) : one.before
    const start = cuts.get(next)
    if (start === undefined) {
      const lineCount = countLines(text)
      if (next > lineCount) return { problem: `line ${next}: the text has ${lineCount} lines` }
      const place = one.before === 'end' ? 'the end' : `line ${one.before}`
      // The text may outlive the note with its cuts.
      const problem =
        cuts.size === 0
          ? `the start of the cut before ${place} is no longer known`
          : `nothing was cut just before ${place}`
      return { problem: `${problem}: ask for lines, such as "${Math.max(1, next - 20)}-${next}"` }
    }
    ranges.push({ start_line: start, end_line: next - 1 })
  }
  return { ranges }
}
