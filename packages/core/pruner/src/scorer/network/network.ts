// The network over the sequence of lines: one layer from columns to channels, layers that convolve and
// then mix, each with a residual, and one output per line. Sections NETW, NETQ and NETD of the weights
// file, all little-endian:
//
//   uint32   line columns, text columns, channels, taps, layers, then the dilation of each layer, then for
//            each whether it gathers (1) or not (0)
//   float32  first layer: columns × channels, then channels of bias
//            each layer: taps × channels to look, channels × channels to mix, then channels of bias; if it
//            gathers, three times channels × channels (for the mean of the line's unit, the mean of the text
//            and its highest), then channels of bias
//            last layer: channels, then its bias
import { LINE_COLUMNS, TEXT_COLUMNS } from '../columns/column-names.js'
import { ColumnTable, tableCells } from '../columns/columns.js'
import { CHANNEL_GROUP, type Kernels, ROW_GROUP, withRoom } from '../kernels/kernels.js'
import { firstLayer, firstLayerRoom } from './first-layer.js'
import { WeightsError } from './format.js'
import { gather, gatherRoom, unitSizes } from './gathering.js'

const BYTES = 4
const LINE = LINE_COLUMNS.length
const TEXT = TEXT_COLUMNS.length

interface Shape {
  readonly channels: number
  readonly taps: number
  readonly dilations: readonly number[]
  readonly gathers: readonly boolean[]
}

interface LayerPlaces {
  readonly look: number
  readonly mix: number
  readonly bias: number
  /** If it gathers: where the weights for that stand, and their bias. */
  readonly gathering: { readonly weights: number; readonly biasAt: number } | undefined
}

/** Offsets in the module's memory, in float32 cells. */
interface Layout {
  readonly first: number
  readonly firstBias: number
  readonly layers: readonly LayerPlaces[]
  readonly last: number
  readonly buffers: number
}

export class Network {
  readonly #shape: Shape
  readonly #weights: Float32Array
  readonly #layout: Layout
  #module: Kernels | undefined

  constructor(section: Uint8Array) {
    const view = new DataView(section.buffer, section.byteOffset, section.byteLength)
    const [line, text, channels, taps, layers] = [0, 4, 8, 12, 16].map((at) =>
      view.getUint32(at, true),
    ) as [number, number, number, number, number]
    const dilations = Array.from({ length: layers }, (_, i) => view.getUint32(20 + 4 * i, true))
    const gathers = dilations.map((_, i) => view.getUint32(20 + 4 * (layers + i), true) === 1)
    const head = 20 + 8 * layers
    if (line !== LINE || text !== TEXT || channels % CHANNEL_GROUP !== 0)
      throw new WeightsError(`weights are for ${line} + ${text} columns, not for ${LINE} + ${TEXT}`)
    this.#shape = { channels, taps, dilations, gathers }
    this.#layout = layOut(this.#shape)
    if (section.byteLength !== head + (this.#layout.last + channels + 1 - FIRST) * BYTES)
      throw new WeightsError('weights file is inconsistent: network size')
    this.#weights = new Float32Array(section.slice(head).buffer)
  }

  /** An empty table in the memory that it is read from: copying it would cost as much as filling it. */
  tableFor(lines: number): ColumnTable {
    const { end } = this.#placesFor(lines)
    const cells = tableCells(lines)
    const { buffer } = this.#prepare(this.#roomFor(lines)).memory
    return new ColumnTable(lines, new Float32Array(buffer, address(end), cells).fill(0))
  }

  /** For some lines more: the stretches of a text differ in length, and each larger one would take a new memory. */
  #roomFor(lines: number): number {
    const most = Math.ceil(lines / LINES_AT_ONCE) * LINES_AT_ONCE
    return this.#placesFor(most).end + tableCells(most)
  }

  #placesFor(lines: number) {
    const { channels, taps, dilations } = this.#shape
    const reach = Math.max(...dilations) * (taps >> 1)
    // Rows of zeros before and after represent what is outside the text.
    const rows = lines + ROW_GROUP
    const here = this.#layout.buffers + reach * channels
    const scratch = here + (rows + reach) * channels
    const room = Math.max(rows * channels, firstLayerRoom(channels), gatherRoom(lines, channels))
    return { reach, rows, here, scratch, end: Math.ceil((scratch + room) / 16) * 16 }
  }

  /** One number per line: the log-odds that it is needed. */
  run(table: ColumnTable, checkDeadline: () => void): Float32Array {
    const { lines } = table
    const { channels, taps, dilations } = this.#shape
    const { first, firstBias, layers, buffers } = this.#layout
    if (lines === 0) return new Float32Array(0)
    const { reach, rows, here, scratch } = this.#placesFor(lines)
    const looked = scratch
    const module = this.#prepare(this.#roomFor(lines))
    const memory = new Float32Array(module.memory.buffer)
    memory.set(this.#bias(table), firstBias)
    memory.fill(0, buffers, here)
    const places = { weights: first, bias: firstBias, output: here, scratch }
    firstLayer(module, table, channels, places, SLICE, checkDeadline)
    const units = { units: table.units, sizes: unitSizes(table.units) }
    for (let n = 0; n < dilations.length; n++) {
      memory.fill(0, here + lines * channels, here + (rows + reach) * channels)
      const step = dilations[n]! * channels
      const { look, mix, bias, gathering } = layers[n]!
      const lookFrom = here - step * (taps >> 1)
      for (let from = 0; from < lines; from += SLICE) {
        checkDeadline()
        module.look(
          address(lookFrom + from * channels),
          address(looked + from * channels),
          address(look),
          Math.min(SLICE, lines - from),
          channels,
          taps,
          address(step),
        )
      }
      // Only now: a layer's output must not be read by the same layer further down.
      for (let from = 0; from < lines; from += SLICE) {
        checkDeadline()
        const at = here + from * channels
        module.mix(
          ...([looked + from * channels, at, mix, bias].map(address) as Addresses),
          Math.min(SLICE, lines - from),
          channels,
          channels,
          address(at),
        )
      }
      if (gathering === undefined) continue
      checkDeadline()
      const own = this.#weights.subarray(gathering.biasAt - FIRST)
      const gathered = { module, from: here, lines, channels, ...units }
      gather(gathered, { ...gathering, bias: own.subarray(0, channels), scratch })
    }
    return this.#logits(module, here, scratch, lines)
  }

  #logits(module: Kernels, here: number, scratch: number, lines: number): Float32Array {
    const { channels } = this.#shape
    const { last } = this.#layout
    module.dot(...([here, scratch, last].map(address) as Ends), lines, address(channels))
    const bias = this.#weights[last + channels - FIRST]!
    const logits = new Float32Array(module.memory.buffer).slice(scratch, scratch + lines)
    for (let i = 0; i < lines; i++) logits[i]! += bias
    return logits
  }

  #prepare(cells: number): Kernels {
    const module = withRoom(this.#module, cells * BYTES)
    if (module !== this.#module) new Float32Array(module.memory.buffer).set(this.#weights, FIRST)
    this.#module = module
    return module
  }

  /** Columns that have one value for the whole text are part of the bias. */
  #bias(table: ColumnTable): Float32Array {
    const { channels } = this.#shape
    const weights = this.#weights
    const text = table.text()
    const bias = new Float32Array(channels)
    for (let c = 0; c < channels; c++) {
      let sum = weights[(LINE + TEXT) * channels + c]!
      for (let k = 0; k < TEXT; k++) sum += text[k]! * weights[(LINE + k) * channels + c]!
      bias[c] = sum
    }
    return bias
  }
}

/**
 * So many lines at a time, a multiple of `ROW_GROUP`: they stay in the cache for all groups of channels,
 * and the deadline is checked between them.
 */
const SLICE = 128

/** Room is made for a multiple of so many lines. */
const LINES_AT_ONCE = 1024

type Addresses = [number, number, number, number]
type Ends = [number, number, number]

/** In bytes, of a float32 cell. */
const address = (cell: number) => cell * BYTES

/** Address 0 means "no residual", so nothing lives there. */
const FIRST = 16

function layOut({ channels, taps, gathers }: Shape): Layout {
  let next = FIRST
  const take = (cells: number) => {
    const at = next
    next += cells
    return at
  }
  return {
    first: take((LINE + TEXT) * channels),
    firstBias: take(channels),
    layers: gathers.map((isGathering) => ({
      look: take(taps * channels),
      mix: take(channels * channels),
      bias: take(channels),
      gathering: isGathering
        ? { weights: take(3 * channels * channels), biasAt: take(channels) }
        : undefined,
    })),
    last: take(channels + 1),
    // Aligned, so that no vector crosses a cache line.
    buffers: Math.ceil(next / 16) * 16,
  }
}
