// The network's first layer: from columns to channels. Of 121 columns a third to a half are zero in a
// given text (no line number was named, nothing was added or removed), and those are skipped.
import { LINE_COLUMNS } from '../columns/column-names.js'
import type { ColumnTable } from '../columns/columns.js'
import type { Kernels } from '../kernels/kernels.js'

const BYTES = 4
const COLUMNS = LINE_COLUMNS.length
/** Room for the ranges of the columns, and for the weights and offsets of the nonzero ones. */
const RANGE = 8
/** And for what the product lists of each column. */
const LISTED = 2

export interface FirstLayerPlaces {
  /** Columns × channels. */
  readonly weights: number
  readonly bias: number
  readonly output: number
  readonly scratch: number
}

/** Cells of scratch that it takes. */
export function firstLayerRoom({ values }: ColumnTable, channels: number): number {
  return values.length + COLUMNS * (RANGE + channels + 1 + LISTED)
}

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
  const input = places.scratch
  const ranges = input + values.length
  const weights = ranges + COLUMNS * RANGE
  const offsets = weights + COLUMNS * channels
  memory.set(values, input)
  module.range(input * BYTES, ranges * BYTES, COLUMNS, stride * BYTES)
  const offsetView = new Int32Array(module.memory.buffer)
  let used = 0
  for (let k = 0; k < COLUMNS; k++) {
    const at = ranges + k * RANGE
    const least = Math.min(memory[at]!, memory[at + 1]!, memory[at + 2]!, memory[at + 3]!)
    const most = Math.max(memory[at + 4]!, memory[at + 5]!, memory[at + 6]!, memory[at + 7]!)
    if (least === 0 && most === 0) continue
    table.checkRange(k, least, most)
    const from = places.weights + k * channels
    memory.copyWithin(weights + used * channels, from, from + channels)
    offsetView[offsets + used++] = k * stride * BYTES
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
