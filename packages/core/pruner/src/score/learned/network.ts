// The network over the sequence of lines: one layer from columns to channels, dilated convolutions with
// residuals, and one number a line out. Section NETW of the weights file, all little-endian:
//
//   uint32   columns, constant columns, channels, taps, layers, then the dilation of each layer
//   float32  first layer: columns × channels, then channels of bias
//            each layer: taps × channels × channels, then channels of bias
//            last layer: channels, then its bias
//
// Long texts are worked in stretches that overlap by what a line can see, so memory stays bounded and the
// result is the same.
import {
  CHANNEL_GROUP,
  type ConvolutionModule,
  convolutionModule,
  ROW_GROUP,
} from './convolution.js'
import { COLUMNS, CONSTANT_COLUMNS, type Features } from './features.js'
import { WeightsError } from './format.js'

const STRETCH = 4096
const BYTES = 4
const PAGE = 65_536

interface Shape {
  readonly channels: number
  readonly taps: number
  readonly dilations: readonly number[]
}

/** Places in the module's memory, in float32 cells. */
interface Layout {
  readonly first: number
  readonly firstBias: number
  readonly layers: readonly { readonly weights: number; readonly bias: number }[]
  readonly input: number
  readonly ping: number
  readonly pong: number
  readonly cells: number
}

const VARYING = COLUMNS - CONSTANT_COLUMNS

export class Network {
  readonly #shape: Shape
  readonly #weights: Float32Array
  readonly #sight: number
  #module: ConvolutionModule | undefined
  readonly #layout: Layout

  constructor(section: Uint8Array) {
    const view = new DataView(section.buffer, section.byteOffset, section.byteLength)
    const [columns, constants, channels, taps, layers] = [0, 4, 8, 12, 16].map((at) =>
      view.getUint32(at, true),
    ) as [number, number, number, number, number]
    const dilations = Array.from({ length: layers }, (_, i) => view.getUint32(20 + 4 * i, true))
    const head = 20 + 4 * layers
    const cells =
      (columns + 1) * channels + layers * (taps * channels + 1) * channels + channels + 1
    if (columns !== COLUMNS || constants !== CONSTANT_COLUMNS || channels % CHANNEL_GROUP !== 0) {
      throw new WeightsError(`weights are for ${columns} columns a line, the engine has ${COLUMNS}`)
    }
    if (section.byteLength !== head + cells * BYTES)
      throw new WeightsError('weights file is inconsistent: network size')
    this.#weights = new Float32Array(section.slice(head).buffer)
    this.#shape = { channels, taps, dilations }
    this.#sight = dilations.reduce((sum, dilation) => sum + dilation * (taps >> 1), 0)
    this.#layout = layOut(this.#shape)
    this.#module = undefined
  }

  /** One number a line, higher for more relevant; only differences between lines of one text mean something. */
  run(features: Features, checkDeadline: () => void): Float32Array {
    const { lines } = features
    const out = new Float32Array(lines)
    this.#module ??= this.#load()
    this.#setFirstBias(features)
    for (let from = 0; from < lines; from += STRETCH) {
      const to = Math.min(lines, from + STRETCH)
      const seenFrom = Math.max(0, from - this.#sight)
      const seenTo = Math.min(lines, to + this.#sight)
      this.#runStretch(this.#module, features, seenFrom, seenTo, checkDeadline)
      this.#lastLayer(out, from, to, seenFrom)
    }
    return out
  }

  #load(): ConvolutionModule {
    const module = convolutionModule()
    const pages = Math.ceil((this.#layout.cells * BYTES) / PAGE)
    module.memory.grow(Math.max(0, pages - module.memory.buffer.byteLength / PAGE))
    new Float32Array(module.memory.buffer).set(this.#weights, this.#layout.first)
    return module
  }

  get #memory(): Float32Array {
    return new Float32Array(this.#module!.memory.buffer)
  }

  /** Columns that have one value for the whole text are part of the bias. */
  #setFirstBias({ values, lines }: Features): void {
    const { channels } = this.#shape
    const memory = this.#memory
    for (let c = 0; c < channels; c++) {
      let sum = this.#weights[COLUMNS * channels + c]!
      for (let k = VARYING; k < COLUMNS; k++)
        sum += values[k * lines]! * this.#weights[k * channels + c]!
      memory[this.#layout.firstBias + c] = sum
    }
  }

  #runStretch(
    module: ConvolutionModule,
    { values, lines }: Features,
    from: number,
    to: number,
    checkDeadline: () => void,
  ): void {
    const { channels, taps, dilations } = this.#shape
    const { first, firstBias, layers, input, ping, pong } = this.#layout
    const memory = this.#memory
    const rows = to - from
    for (let k = 0; k < VARYING; k++) {
      const column = k * lines + from
      for (let i = 0, at = input + k; i < rows; i++, at += VARYING) memory[at] = values[column + i]!
    }
    const clearBehind = (buffer: number) =>
      memory.fill(
        0,
        buffer + rows * channels,
        buffer + (rows + ROW_GROUP + this.#reach()) * channels,
      )
    checkDeadline()
    module.run(
      input * BYTES,
      ping * BYTES,
      first * BYTES,
      firstBias * BYTES,
      rows,
      VARYING,
      channels,
      1,
      0,
      0,
    )
    clearBehind(ping)
    let here = ping
    let there = pong
    for (let n = 0; n < dilations.length; n++) {
      checkDeadline()
      const step = dilations[n]! * channels * BYTES
      const { weights, bias } = layers[n]!
      module.run(
        here * BYTES - step * (taps >> 1),
        there * BYTES,
        weights * BYTES,
        bias * BYTES,
        rows,
        channels,
        channels,
        taps,
        step,
        here * BYTES,
      )
      clearBehind(there)
      ;[here, there] = [there, here]
    }
  }

  #reach(): number {
    return Math.max(...this.#shape.dilations) * (this.#shape.taps >> 1)
  }

  #lastLayer(out: Float32Array, from: number, to: number, seenFrom: number): void {
    const { channels, dilations } = this.#shape
    const memory = this.#memory
    const last = this.#weights.length - channels - 1
    const buffer = dilations.length % 2 === 0 ? this.#layout.ping : this.#layout.pong
    for (let i = from; i < to; i++) {
      let sum = this.#weights[last + channels]!
      const row = buffer + (i - seenFrom) * channels
      for (let c = 0; c < channels; c++) sum += memory[row + c]! * this.#weights[last + c]!
      out[i] = sum
    }
  }
}

function layOut({ channels, taps, dilations }: Shape): Layout {
  // Address 0 means "no residual", so nothing lives there.
  let next = 16
  const take = (cells: number) => {
    const at = next
    next += cells
    return at
  }
  const first = take(COLUMNS * channels)
  const shippedBias = take(channels)
  const layers = dilations.map(() => ({
    weights: take(taps * channels * channels),
    bias: take(channels),
  }))
  take(channels + 1)
  const sight = dilations.reduce((sum, dilation) => sum + dilation * (taps >> 1), 0)
  const reach = Math.max(...dilations) * (taps >> 1)
  const rows = STRETCH + 2 * sight + ROW_GROUP
  const input = take(rows * VARYING)
  // Rows of zeros before and behind stand for what lies outside the text.
  take(reach * channels)
  const ping = take((rows + reach) * channels)
  take(reach * channels)
  const pong = take((rows + reach) * channels)
  return { first, firstBias: shippedBias, layers, input, ping, pong, cells: next }
}
