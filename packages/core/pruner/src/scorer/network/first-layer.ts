// The network's first layer: from columns to channels. Of 121 columns a third to a half are zero in a
// given text (no line number was named, nothing was added or removed), and those are skipped.
import { LINE_COLUMNS } from '../columns/column-names.js'
import type { ColumnTable } from '../columns/columns.js'
import type { Kernels } from '../kernels/kernels.js'

const BYTES = 4
const COLUMNS = LINE_COLUMNS.length
/** Room for the highest bits of the columns, and for the weights and offsets of the nonzero ones. */
const HIGHEST = 4
/** Those of 1. */
const BITS_OF_ONE = 0x3f80_0000
/** And for what the product lists of each column. */
const LISTED = 2

export interface FirstLayerPlaces {
  /** Columns × channels. */
  readonly weights: number
  readonly bias: number
  readonly output: number
  readonly scratch: number
}

/** Cells of scratch that it takes, and more if the table's values are not in the module's memory. */
export const firstLayerRoom = (channels: number): number =>
  COLUMNS * (HIGHEST + channels + 1 + LISTED)

/** Throws a `RangeError` for a column outside 0…1, before it is used. */
export function firstLayer(
  module: Kernels,
  table: ColumnTable,
  channels: number,
  places: FirstLayerPlaces,
  slice: number,
  checkDeadline: () => void,
): void {
  const { lines, stride, values } = table
  const memory = new Float32Array(module.memory.buffer)
  const isInMemory = values.buffer === module.memory.buffer
  const highest = places.scratch
  const weights = highest + COLUMNS * HIGHEST
  const offsets = weights + COLUMNS * channels
  const input = isInMemory ? values.byteOffset / BYTES : offsets + COLUMNS * (1 + LISTED)
  if (!isInMemory) memory.set(values, input)
  module.highestBits(input * BYTES, highest * BYTES, COLUMNS, stride * BYTES)
  const bits = new Uint32Array(module.memory.buffer)
  let used = 0
  for (let k = 0; k < COLUMNS; k++) {
    const at = highest + k * HIGHEST
    const most = Math.max(bits[at]!, bits[at + 1]!, bits[at + 2]!, bits[at + 3]!)
    if (most === 0) continue
    if (most > BITS_OF_ONE) table.checkRange(k)
    const from = places.weights + k * channels
    memory.copyWithin(weights + used * channels, from, from + channels)
    bits[offsets + used++] = k * stride * BYTES
  }
  for (let from = 0; from < lines; from += slice) {
    checkDeadline()
    module.mixColumns(
      (input + from) * BYTES,
      (places.output + from * channels) * BYTES,
      weights * BYTES,
      places.bias * BYTES,
      Math.min(slice, lines - from),
      used,
      channels,
      offsets * BYTES,
      (offsets + COLUMNS) * BYTES,
    )
  }
}
