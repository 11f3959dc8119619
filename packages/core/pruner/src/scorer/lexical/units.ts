// Units of meaning: a function with the comment above it, or a stretch of lines outside any. A unit that
// mentions most of the goal beats one that repeats a single word of it.
import { Kind } from '../../text/line-kinds.js'
import { isHead, type Structure } from '../../text/structure.js'

export interface Units {
  /** Unit of each line. */
  readonly of: Int32Array
  readonly count: number
  /** Head line of each unit, -1 outside any function. */
  readonly heads: Int32Array
  /** Lines of each unit. */
  readonly sizes: Int32Array
}

/** Lines outside any function are grouped in stretches of this many. */
const STRETCH = 24

export function findUnits({ kinds, owners }: Structure, checkDeadline: () => void): Units {
  const count = kinds.length
  const of = new Int32Array(count)
  const heads = new Int32Array(count)
  const sizes = new Int32Array(count)
  const unitOfHead = new Int32Array(count).fill(-1)
  let units = 0
  let stretch = -1
  for (let i = 0; i < count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    const head = isHead(kinds[i]!) ? i : owners[i]!
    if (head >= 0 && kinds[head] !== Kind.Container) {
      stretch = -1
      if (unitOfHead[head] === -1) {
        heads[units] = head
        unitOfHead[head] = units++
        claimLead(i, unitOfHead[head], kinds, of, sizes)
      }
      of[i] = unitOfHead[head]!
    } else {
      if (stretch < 0 || sizes[stretch]! >= STRETCH) {
        heads[units] = -1
        stretch = units++
      }
      of[i] = stretch
    }
    sizes[of[i]!]!++
  }
  return { of, count: units, heads: heads.subarray(0, units), sizes: sizes.subarray(0, units) }
}

/** The comment and the annotations right above a head belong to it. */
function claimLead(
  head: number,
  unit: number,
  kinds: Uint8Array,
  of: Int32Array,
  sizes: Int32Array,
): void {
  for (let i = head - 1; i >= 0; i--) {
    if (kinds[i] !== Kind.Comment && kinds[i] !== Kind.Decorator) return
    sizes[of[i]!]!--
    of[i] = unit
    sizes[unit]!++
  }
}

/** Sum of a line value over each unit, damped for long units. */
export function unitDensity(values: Float32Array, units: Units): Float32Array {
  const sums = new Float32Array(units.count)
  for (let i = 0; i < values.length; i++) sums[units.of[i]!]! += values[i]!
  for (let unit = 0; unit < sums.length; unit++) sums[unit]! /= Math.sqrt(units.sizes[unit]! + 6)
  return sums
}
