// Between two layers each line may receive a summary of its definition and of the whole text: a line in
// the middle of a long function sees no further than its layers reach, but belongs to its head all the same.
import { type Kernels, ROW_GROUP } from '../kernels/kernels.js'

/** Rows of channels in a module's memory; places are float32 cells. */
export interface GatheredRows {
  readonly module: Kernels
  readonly from: number
  readonly lines: number
  readonly channels: number
  /** For each line: its definition or paragraph; and how many lines each of these has. */
  readonly units: Int32Array
  readonly sizes: Int32Array
}

export interface GatherPlaces {
  /** Three times channels × channels: for the mean of the unit, the mean of the text, its highest. */
  readonly weights: number
  /** The layer's own bias, and where it goes when what the text is like has been added. */
  readonly bias: Float32Array
  readonly biasAt: number
  /** Room for the units of the lines, a factor for each, and twice as many rows. */
  readonly scratch: number
}

const BYTES = 4
/** Cells of a vector: what is read as such begins at a multiple. */
const VECTOR = 4

/** A line's summary depends on its unit alone, so it is computed once per unit. */
export function gather(rows: GatheredRows, places: GatherPlaces): void {
  const { module, from, lines, channels, units, sizes } = rows
  const { weights, bias, biasAt, scratch } = places
  const memory = new Float32Array(module.memory.buffer)
  new Int32Array(module.memory.buffer).set(units, scratch)
  const count = sizes.length
  const factors = scratch + vectorsOf(lines)
  const all = factors + vectorsOf(2 * lines)
  const top = all + channels
  const sums = top + channels
  const means = sums + (lines + ROW_GROUP) * channels
  memory.fill(0, all, sums + count * channels)
  const parts = new Float64Array(module.memory.buffer, factors * BYTES, count)
  for (let u = 0; u < count; u++) parts[u] = 1 / Math.max(1, sizes[u]!)
  const row = channels * BYTES
  const [rowsAt, unitsAt] = [from * BYTES, scratch * BYTES]
  const [summed, input] = [sums * BYTES, means * BYTES]
  module.sumUnits(rowsAt, summed, unitsAt, lines, row, top * BYTES)
  module.scaleUnits(summed, input, factors * BYTES, count, row, all * BYTES)
  const whole = memory.slice(all, sums)
  for (let c = 0; c < channels; c++) whole[c]! /= lines
  const withText = Float32Array.from(bias)
  for (let k = 0; k < whole.length; k++) {
    const weight = weights + (channels + k) * channels
    const share = whole[k]!
    for (let c = 0; c < channels; c++) withText[c]! += share * memory[weight + c]!
  }
  memory.set(withText, biasAt)
  // Over the sums, which have been read.
  module.mix(input, summed, weights * BYTES, biasAt * BYTES, count, channels, channels, 0)
  module.addUnits(rowsAt, summed, unitsAt, lines, row)
}

/** How many lines each unit has. */
export function unitSizes(units: Int32Array): Int32Array {
  let count = 0
  for (let i = 0; i < units.length; i++) if (units[i]! >= count) count = units[i]! + 1
  const sizes = new Int32Array(count)
  for (let i = 0; i < units.length; i++) sizes[units[i]!]!++
  return sizes
}

const vectorsOf = (cells: number) => Math.ceil(cells / VECTOR) * VECTOR

/** Cells of scratch that `gather` takes, whatever the units are. */
export function gatherRoom(lines: number, channels: number): number {
  return vectorsOf(lines) + vectorsOf(2 * lines) + 2 * channels * (lines + ROW_GROUP + 1)
}
