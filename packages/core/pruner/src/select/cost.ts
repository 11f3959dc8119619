// What a selection costs, in the unit of its budget.
import type { PruneRequest } from '../types.js'
import type { SelectionInput } from './select.js'
import { MARKER_TOKENS } from './tidy.js'

export interface Cost {
  readonly limit: number
  readonly of: (kept: Uint8Array) => number
}

export function costOf(input: SelectionInput, budget: NonNullable<PruneRequest['budget']>): Cost {
  return 'tokens' in budget
    ? { limit: budget.tokens, of: (kept) => tokensOf(kept, input.tokens) }
    : {
        limit: budget.share * input.split.text.length,
        of: (kept) => charactersOf(kept, input.split.starts),
      }
}

function tokensOf(kept: Uint8Array, tokens: Float32Array): number {
  let sum = 0
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 1) sum += tokens[i]!
    else if (i === 0 || kept[i - 1] === 1) sum += MARKER_TOKENS
  }
  return sum
}

function charactersOf(kept: Uint8Array, starts: Int32Array): number {
  let sum = 0
  for (let i = 0; i < kept.length; i++) if (kept[i] === 1) sum += starts[i + 1]! - starts[i]!
  return sum
}
