// What an agent needs from an output without a question is often missed. Then it recovers the cut run that
// contains it, and a long run costs much: the heads of functions, types and sections inside are kept, so that the
// run can be recovered in parts and the reader sees its content. On recorded reads that costs .002 of the tokens shown
// and saves .012 to .014 of the total cost (bench/results/native.md).
import { Kind } from '../text/line-kinds.js'
import type { Structure } from '../text/structure.js'
import { MARK_TOKENS } from '../tokens/mark-tokens.js'

export interface LongCuts {
  readonly structure: Pick<Structure, 'kinds'>
  readonly tokens: Float32Array
  /** Lines that only repeat what is shown. */
  readonly repeats: Int32Array
  /** Tokens that the answer may still grow by. */
  readonly room: number
}

/** Shorter runs stay in one piece, and so do the pieces. */
const LONG = 1000
const PIECE = 500
/** A longer head is no signpost. */
const MAX_HEAD = 40

const SPLITS: ReadonlySet<number> = new Set([Kind.Callable, Kind.Container, Kind.Heading])

export function splitLongCuts(kept: Uint8Array, cuts: LongCuts): Uint8Array {
  const split = kept.slice()
  let { room } = cuts
  for (let from = 0; from < kept.length; from++) {
    if (kept[from] === 1) continue
    let end = from
    let hidden = 0
    while (end < kept.length && kept[end] === 0) hidden += cuts.tokens[end++]!
    if (hidden >= LONG) room = splitRun(split, cuts, { from, end, hidden }, room)
    from = end
  }
  return split
}

/** What room is left. */
function splitRun(
  split: Uint8Array,
  { structure, tokens, repeats }: LongCuts,
  { from, end, hidden }: { readonly from: number; readonly end: number; readonly hidden: number },
  room: number,
): number {
  let left = room
  let piece = 0
  let ahead = hidden
  for (let i = from; i < end; i++) {
    const cost = tokens[i]! + MARK_TOKENS
    ahead -= tokens[i]!
    const isSign = SPLITS.has(structure.kinds[i]!) && tokens[i]! <= MAX_HEAD && repeats[i] === 0
    if (isSign && piece >= PIECE && ahead >= PIECE / 2 && cost <= left) {
      split[i] = 1
      left -= cost
      piece = 0
    } else piece += tokens[i]!
  }
  return left
}
