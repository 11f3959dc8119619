// Which lines stay. One threshold on the scores decides; everything else follows from it: what is
// protected, the signatures around what is kept, and the cuts too small to be worth a marker.
import type { Deadline } from '../deadline.js'
import { type Protected, Protection } from '../protect/protect.js'
import type { SplitText } from '../split/lines.js'
import { isHead, type Structure } from '../split/structure.js'
import { closeGaps, dropDebris } from './tidy.js'

export interface SelectionInput {
  readonly split: SplitText
  readonly structure: Structure
  readonly scores: Float32Array
  readonly protection: Protected
  readonly tokens: Float32Array
  readonly minKept: number
  readonly budget?: { readonly share: number } | { readonly tokens: number } | undefined
  readonly deadline: Deadline
}

const LEVELS = 1024

export function selectLines(input: SelectionInput): Uint8Array {
  const ranks = rank(input.scores)
  if (input.budget !== undefined) return selectWithin(input, ranks, costOf(input, input.budget))
  const level = fallOff(ranks, input.scores)
  return atLeast(input, ranks, keepFrom(input, ranks, level, Protection.Outline), level)
}

/** Scores as whole levels, so that a threshold is found in a fixed number of steps. */
function rank(scores: Float32Array): Uint16Array {
  return Uint16Array.from(scores, (score) =>
    Math.max(0, Math.min(LEVELS - 1, Math.floor(score * LEVELS))),
  )
}

const COVERED = 0.8

/** The level above which most of the relevance lies: steep scores cut deep, flat ones hold back. */
function fallOff(ranks: Uint16Array, scores: Float32Array): number {
  const mass = new Float64Array(LEVELS)
  let total = 0
  for (let i = 0; i < ranks.length; i++) {
    const weight = scores[i]! * scores[i]!
    mass[ranks[i]!]! += weight
    total += weight
  }
  let above = 0
  for (let level = LEVELS - 1; level > 0; level--) {
    above += mass[level]!
    if (above >= COVERED * total) return level
  }
  return 0
}

function keepFrom(
  input: SelectionInput,
  ranks: Uint16Array,
  level: number,
  outline: number,
): Uint8Array {
  const { split, structure, protection, tokens, deadline } = input
  deadline.spend(split.count * 8)
  const kept = new Uint8Array(split.count)
  for (let i = 0; i < kept.length; i++) {
    const isWanted = ranks[i]! >= level || protection.levels[i]! >= outline
    if (isWanted && protection.repeats[i] === 0) kept[i] = 1
  }
  dropDebris(kept, protection.levels, structure)
  enclose(kept, structure)
  closeGaps(kept, tokens)
  return kept
}

/** A kept line brings the signatures of everything around it. */
function enclose(kept: Uint8Array, structure: Structure): void {
  const { owners, headEnds, kinds } = structure
  const done = new Uint8Array(kept.length)
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0) continue
    for (let head = owners[i]!; head >= 0 && done[head] === 0; head = owners[head]!) {
      done[head] = 1
      if (isHead(kinds[head]!)) kept.fill(1, head, headEnds[head]! + 1)
    }
  }
}

interface Cost {
  readonly limit: number
  of(kept: Uint8Array): number
}

function costOf(input: SelectionInput, budget: NonNullable<SelectionInput['budget']>): Cost {
  const { split, tokens } = input
  if ('tokens' in budget)
    return {
      limit: budget.tokens,
      of: (kept) =>
        kept.reduce((sum, isKept, i) => {
          const opensGap = isKept === 0 && (i === 0 || kept[i - 1] === 1)
          return sum + (isKept === 1 ? tokens[i]! : opensGap ? 8 : 0)
        }, 0),
    }
  return {
    limit: budget.share * split.text.length,
    of: (kept) =>
      kept.reduce(
        (sum, isKept, i) => (isKept === 1 ? sum + split.starts[i + 1]! - split.starts[i]! : sum),
        0,
      ),
  }
}

/** The lowest level whose lines fit; the outline gives way first, then the preamble. */
function selectWithin(input: SelectionInput, ranks: Uint16Array, cost: Cost): Uint8Array {
  let best: Uint8Array | undefined
  for (const outline of [Protection.Outline, Protection.Preamble, Protection.Context]) {
    let low = 1
    let high = LEVELS
    best = keepFrom(input, ranks, LEVELS, outline)
    const base = cost.of(best)
    if (base > cost.limit * 0.3 && outline < Protection.Context) continue
    while (low < high) {
      const level = (low + high) >> 1
      const kept = keepFrom(input, ranks, level, outline)
      if (cost.of(kept) <= cost.limit) {
        best = kept
        high = level
      } else low = level + 1
    }
    break
  }
  return atLeast(input, ranks, best!, LEVELS)
}

/** Lowers the threshold until enough lines stay. */
function atLeast(
  input: SelectionInput,
  ranks: Uint16Array,
  kept: Uint8Array,
  from: number,
): Uint8Array {
  let missing = input.minKept - countOf(kept)
  if (missing <= 0) return kept
  let low = 0
  let high = from
  let best: Uint8Array = new Uint8Array(kept.length).fill(1)
  while (low < high) {
    const level = (low + high) >> 1
    const tried = keepFrom(input, ranks, level, Protection.Outline)
    if (countOf(tried) >= input.minKept) {
      best = tried
      low = level + 1
    } else high = level
  }
  missing = input.minKept - countOf(best)
  for (let i = 0; missing > 0 && i < best.length; i++) {
    if (best[i] === 1) continue
    best[i] = 1
    missing--
  }
  return best
}

function countOf(kept: Uint8Array): number {
  return kept.reduce((sum, isKept) => sum + isKept, 0)
}
