// The network over the sequence of lines: one layer from columns to channels, layers that look around and
// then mix, each with a residual, and one number a line out. Sections NETW and NETQ of the weights
// file, all little-endian:
//
//   uint32   line columns, text columns, channels, taps, layers, then the dilation of each layer
//   float32  first layer: columns × channels, then channels of bias
//            each layer: taps × channels to look, channels × channels to mix, then channels of bias
//            last layer: channels, then its bias
import { type ColumnTable, LINE_COLUMNS, TEXT_COLUMNS } from './columns.js'
import {
  CHANNEL_GROUP,
  type ConvolutionModule,
  convolutionModule,
  INPUT_GROUP,
  ROW_GROUP,
} from './convolution.js'
import { WeightsError } from './format.js'

const BYTES = 4
const PAGE = 65_536
const LINE = LINE_COLUMNS.length
const TEXT = TEXT_COLUMNS.length
/** A row's cells: its columns, and zeros up to a whole group, which no weight can make into anything. */
const ROW = Math.ceil(LINE / INPUT_GROUP) * INPUT_GROUP

interface Shape {
  readonly channels: number
  readonly taps: number
  readonly dilations: readonly number[]
}

/** Places in the module's memory, in float32 cells. */
interface Layout {
  readonly first: number
  readonly firstBias: number
  readonly layers: readonly { readonly look: number; readonly mix: number; readonly bias: number }[]
  readonly last: number
  readonly buffers: number
}

export class Network {
  readonly #shape: Shape
  readonly #weights: Float32Array
  readonly #layout: Layout
  #module: ConvolutionModule | undefined

  constructor(section: Uint8Array) {
    const view = new DataView(section.buffer, section.byteOffset, section.byteLength)
    const [line, text, channels, taps, layers] = [0, 4, 8, 12, 16].map((at) =>
      view.getUint32(at, true),
    ) as [number, number, number, number, number]
    const dilations = Array.from({ length: layers }, (_, i) => view.getUint32(20 + 4 * i, true))
    const head = 20 + 4 * layers
    if (line !== LINE || text !== TEXT || channels % CHANNEL_GROUP !== 0)
      throw new WeightsError(`weights are for ${line} + ${text} columns, not for ${LINE} + ${TEXT}`)
    this.#shape = { channels, taps, dilations }
    this.#layout = layOut(this.#shape)
    if (section.byteLength !== head + (this.#layout.last + channels + 1 - FIRST) * BYTES)
      throw new WeightsError('weights file is inconsistent: network size')
    this.#weights = new Float32Array(section.slice(head).buffer)
  }

  /** One number per line: the logarithm of its odds to be needed. */
  run(table: ColumnTable, checkDeadline: () => void): Float32Array {
    const { lines } = table
    const { channels, taps, dilations } = this.#shape
    const { first, firstBias, layers, buffers } = this.#layout
    const reach = Math.max(...dilations) * (taps >> 1)
    // Rows of zeros before and behind stand for what lies outside the text.
    const rows = lines + ROW_GROUP
    const here = buffers + reach * channels
    const looked = here + (rows + reach) * channels
    const input = looked
    const module = this.#prepare(looked + Math.max(rows * channels, (SLICE + ROW_GROUP) * ROW))
    const memory = new Float32Array(module.memory.buffer)
    memory.set(this.#bias(table), firstBias)
    memory.fill(0, buffers, here)
    for (let from = 0; from < lines; from += SLICE) {
      checkDeadline()
      const size = Math.min(SLICE, lines - from)
      writeRows(table, from, from + size, memory, input)
      const to = here + from * channels
      module.mix(
        ...([input, to, first, firstBias].map(address) as Addresses),
        size,
        ROW,
        channels,
        0,
      )
    }
    for (let n = 0; n < dilations.length; n++) {
      memory.fill(0, here + lines * channels, here + (rows + reach) * channels)
      const step = dilations[n]! * channels
      const { look, mix, bias } = layers[n]!
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
      // Only now: what a layer writes must not be seen by the same layer further down.
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
    }
    return this.#lastLayer(memory, here, lines)
  }

  #prepare(cells: number): ConvolutionModule {
    const isNew = this.#module === undefined
    this.#module ??= convolutionModule()
    const { memory } = this.#module
    const missing = Math.ceil((cells * BYTES - memory.buffer.byteLength) / PAGE)
    if (missing > 0) memory.grow(missing)
    if (isNew) new Float32Array(memory.buffer).set(this.#weights, FIRST)
    return this.#module
  }

  /** Columns that have one value for the whole text are part of the bias. */
  #bias(table: ColumnTable): Float32Array {
    const { channels } = this.#shape
    const weights = this.#weights
    const text = table.text()
    return Float32Array.from({ length: channels }, (_, c) => {
      let sum = weights[(LINE + TEXT) * channels + c]!
      for (let k = 0; k < TEXT; k++) sum += text[k]! * weights[(LINE + k) * channels + c]!
      return sum
    })
  }

  #lastLayer(memory: Float32Array, from: number, lines: number): Float32Array {
    const { channels } = this.#shape
    const last = this.#layout.last - FIRST
    const weights = this.#weights.subarray(last, last + channels)
    const bias = this.#weights[last + channels]!
    const out = new Float32Array(lines)
    for (let i = 0, at = from; i < lines; i++, at += channels) {
      let sum = bias
      for (let c = 0; c < channels; c++) sum += memory[at + c]! * weights[c]!
      out[i] = sum
    }
    return out
  }
}

/**
 * So many lines at a time, a multiple of `ROW_GROUP`: they stay near while each group of channels passes over
 * them, and the clock is met between them.
 */
const SLICE = 128

type Addresses = [number, number, number, number]

/** Columns to rows. */
function writeRows(
  { values, lines }: ColumnTable,
  from: number,
  end: number,
  memory: Float32Array,
  to: number,
): void {
  for (let k = 0; k < ROW; k++) {
    let at = to + k
    if (k >= LINE) for (let i = from; i < end; i++, at += ROW) memory[at] = 0
    else for (let i = from; i < end; i++, at += ROW) memory[at] = values[k * lines + i]!
  }
}

/** In bytes, of a float32 cell. */
const address = (cell: number) => cell * BYTES

/** Address 0 means "no residual", so nothing lives there. */
const FIRST = 16

function layOut({ channels, taps, dilations }: Shape): Layout {
  let next = FIRST
  const take = (cells: number) => {
    const at = next
    next += cells
    return at
  }
  return {
    first: take((LINE + TEXT) * channels),
    firstBias: take(channels),
    layers: dilations.map(() => ({
      look: take(taps * channels),
      mix: take(channels * channels),
      bias: take(channels),
    })),
    last: take(channels + 1),
    // On a boundary, so that no vector lies across two lines of the cache.
    buffers: Math.ceil(next / 16) * 16,
  }
}
