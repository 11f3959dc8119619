// The pass is exact: its choice costs what the best of all choices costs.
import { describe, expect, it } from 'vitest'
import { Kind } from '../text/line-kinds.js'
import type { Structure } from '../text/structure.js'
import { cheapest, type LineCosts } from './cheapest.js'
import { flatStructure, linesOf, noDeadline } from './selection.case.js'

const MUST_STAY = 2 ** 40
const SIGNATURE_LINES = 6

/** The same numbers for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

/** Blocks within blocks, each with a signature of one or more lines. */
function nested(count: number, next: (below: number) => number): Structure {
  const structure = flatStructure(count)
  const { kinds, blockEnds, headEnds } = structure
  const open = (from: number, end: number): void => {
    for (let line = from; line <= end; ) {
      const last = Math.min(end, line + next(9))
      if (last > line && next(3) > 0) {
        kinds[line] = [Kind.Callable, Kind.Container, Kind.Block, Kind.Heading][next(4)]!
        blockEnds[line] = last
        headEnds[line] = Math.min(last, line + (next(3) === 0 ? next(9) : 0))
        open(headEnds[line]! + 1, last)
      }
      line = last + 1
    }
  }
  open(0, count - 1)
  return structure
}

/** What a choice costs; infinite if it leaves out what must be shown. */
function costOf(kept: Uint8Array, { structure, tokens, losses, mark }: LineCosts, price: number) {
  let cost = 0
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 1) cost += tokens[i]!
    else if (losses[i] === MUST_STAY) return Number.POSITIVE_INFINITY
    else cost += losses[i]! * price + (i === 0 || kept[i - 1] === 1 ? mark : 0)
  }
  for (let head = 0; head < kept.length; head++) {
    const end = structure.blockEnds[head]!
    if (end === head || !kept.subarray(head, end + 1).includes(1)) continue
    const shown = Math.min(structure.headEnds[head]! + 1, head + SIGNATURE_LINES)
    if (kept.subarray(head, shown).includes(0)) return Number.POSITIVE_INFINITY
  }
  return cost
}

function leastCost(costs: LineCosts, price: number): number {
  const count = costs.tokens.length
  let least = Number.POSITIVE_INFINITY
  for (let bits = 0; bits < 2 ** count; bits++) {
    const kept = Uint8Array.from({ length: count }, (_, i) => (bits >> i) & 1)
    least = Math.min(least, costOf(kept, costs, price))
  }
  return least
}

describe('the cheapest choice', () => {
  it('costs what the best of all choices costs, with blocks in blocks', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const next = numbers(seed)
      const count = 3 + next(8)
      const price = [0.5, 1, 4][next(3)]!
      const costs: LineCosts = {
        structure: seed % 5 === 0 ? flatStructure(count) : nested(count, next),
        tokens: Float32Array.from({ length: count }, () => 1 + next(12)),
        losses: Float32Array.from({ length: count }, () =>
          next(9) === 0 ? MUST_STAY : next(3) * next(16),
        ),
        mark: 1 + next(9),
        deadline: noDeadline,
      }
      const { kept, cost } = cheapest(costs, price)
      expect(cost, `seed ${seed}`).toBe(leastCost(costs, price))
      expect(costOf(kept, costs, price), `seed ${seed}`).toBe(cost)
    }
  })

  it('keeps where both cost the same, and shows no more than six lines of a signature', () => {
    const equal = (count: number, more: Partial<LineCosts> = {}): LineCosts => ({
      structure: flatStructure(count),
      tokens: new Float32Array(count).fill(4),
      losses: new Float32Array(count),
      mark: 4,
      deadline: noDeadline,
      ...more,
    })
    expect(linesOf(cheapest(equal(1)).kept)).toEqual([0])
    expect(linesOf(cheapest(equal(3)).kept)).toEqual([])
    const structure = flatStructure(10)
    structure.kinds[0] = Kind.Callable
    structure.blockEnds[0] = 9
    structure.headEnds[0] = 8
    const losses = new Float32Array(10)
    losses[9] = MUST_STAY
    expect(linesOf(cheapest(equal(10, { structure, losses })).kept)).toEqual([0, 1, 2, 3, 4, 5, 9])
  })
})
