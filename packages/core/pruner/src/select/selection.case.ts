// Lines to choose from, for the tests of the choice: plain lines of ten tokens unless said otherwise.
import { Deadline } from '../deadline.js'
import { Kind } from '../text/line-kinds.js'
import { splitText } from '../text/lines.js'
import type { Structure } from '../text/structure.js'
import type { SelectionInput } from './select.js'

export const noDeadline = new Deadline(undefined, undefined)
export const passedDeadline = new Deadline(() => 2, 1)

export function flatStructure(count: number): Structure {
  const own = Int32Array.from({ length: count }, (_, i) => i)
  return {
    kinds: new Uint8Array(count).fill(Kind.Plain),
    indents: new Int32Array(count),
    owners: new Int32Array(count).fill(-1),
    blockEnds: own,
    headEnds: own.slice(),
  }
}

export function selectionOf(
  chances: readonly number[],
  more: Partial<SelectionInput> = {},
): SelectionInput {
  const count = chances.length
  const lines = Array.from({ length: count }, (_, i) => `line ${i} of nineteen`)
  return {
    family: 'output',
    split: splitText(lines.join('\n')),
    structure: flatStructure(count),
    chances: Float32Array.from(chances),
    certain: new Uint8Array(count),
    decidedBy: new Uint8Array(count),
    protection: { levels: new Uint8Array(count), repeats: new Int32Array(count) },
    isImplicit: false,
    tokens: new Float32Array(count).fill(10),
    characters: new Float32Array(count).fill(20),
    deadline: noDeadline,
    priceOfMiss: 100,
    floor: 4,
    minKept: 0,
    bound: { unit: 'tokens', limit: Number.POSITIVE_INFINITY },
    isFilled: false,
    fillsWithEvidence: false,
    wholeFences: false,
    ...more,
  }
}

export const linesOf = (kept: Uint8Array): number[] =>
  Array.from(kept.keys()).filter((line) => kept[line] === 1)
