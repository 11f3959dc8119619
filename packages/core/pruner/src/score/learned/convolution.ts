// The one hot loop of the network as a WebAssembly module: a dilated convolution over rows of float32,
// four rows and eight output channels at a time. Written out by hand because plain JavaScript has no
// vector instructions; fixed-width SIMD gives the same bits on every machine.
import {
  add,
  addVectors,
  type Code,
  constant,
  get,
  I32,
  lessThan,
  load,
  loadSplat,
  maximum,
  moduleOf,
  multiply,
  multiplyVectors,
  repeatWhile,
  set,
  store,
  V128,
  when,
  zeros,
} from './wasm-code.js'

const ROWS = 4
/** Rows are worked in groups of this many: buffers have room for it behind their last row. */
export const ROW_GROUP = ROWS
/** Output channels must be a multiple of this. */
export const CHANNEL_GROUP = 8

// Parameters: addresses in bytes, then sizes.
const [input, output, weights, bias, rows, inputs, outputs, taps, tapStep, residual] = Array.from(
  { length: 10 },
  (_, i) => i,
) as [number, number, number, number, number, number, number, number, number, number]
const channel = 10
const row = 11
const tap = 12
const left = 13
const weight = 14
const inputBytes = 15
const outputBytes = 16
const target = 17
const from = [18, 19, 20, 21] as const
const sums = [22, 23, 24, 25, 26, 27, 28, 29] as const
const w0 = 30
const w1 = 31
const x = 32

const step = (local: number, by: Code): Code => set(local, add(get(local), by))
const channelOffset = multiply(get(channel), constant(4))

/** relu, then the residual of row `r` if there is one, then out. */
const finishRow = (r: number): Code => {
  const halves = [0, 1].map((half) => ({ sum: sums[r * 2 + half]!, offset: half * 16 }))
  const at = multiply(add(get(row), constant(r)), get(outputBytes))
  return [
    halves.map(({ sum }) => set(sum, maximum(get(sum), zeros))),
    when(
      get(residual),
      set(from[r]!, add(add(get(residual), at), channelOffset)),
      ...halves.map(({ sum, offset }) =>
        set(sum, addVectors(get(sum), load(get(from[r]!), offset))),
      ),
    ),
    set(target, add(add(get(output), at), channelOffset)),
    halves.map(({ sum, offset }) => store(get(target), get(sum), offset)),
  ].flat(2)
}

const perInput: Code[] = [
  set(w0, load(get(weight))),
  set(w1, load(get(weight), 16)),
  ...from.flatMap((pointer, r) => [
    set(x, loadSplat(get(pointer))),
    set(sums[r * 2]!, addVectors(get(sums[r * 2]!), multiplyVectors(get(x), get(w0)))),
    set(sums[r * 2 + 1]!, addVectors(get(sums[r * 2 + 1]!), multiplyVectors(get(x), get(w1)))),
    step(pointer, constant(4)),
  ]),
  step(weight, get(outputBytes)),
  step(left, constant(-1)),
]

/** Points `from` at the four rows from `row` on, plus `offset` bytes. */
const pointAt = (offset: Code): Code[] => [
  set(from[0], add(add(get(input), multiply(get(row), get(inputBytes))), offset)),
  ...[1, 2, 3].map((r) => set(from[r]!, add(get(from[r - 1]!), get(inputBytes)))),
]

const body: Code = [
  ...set(inputBytes, multiply(get(inputs), constant(4))),
  ...set(outputBytes, multiply(get(outputs), constant(4))),
  ...set(channel, constant(0)),
  ...repeatWhile(
    lessThan(get(channel), get(outputs)),
    set(row, constant(0)),
    repeatWhile(
      lessThan(get(row), get(rows)),
      ...sums.map((sum, i) =>
        set(sum, load(add(get(bias), multiply(get(channel), constant(4))), (i & 1) * 16)),
      ),
      set(tap, constant(0)),
      set(weight, add(get(weights), channelOffset)),
      repeatWhile(
        lessThan(get(tap), get(taps)),
        ...pointAt(multiply(get(tap), get(tapStep))),
        set(left, get(inputs)),
        repeatWhile(get(left), ...perInput),
        step(tap, constant(1)),
      ),
      ...[0, 1, 2, 3].map(finishRow),
      step(row, constant(ROWS)),
    ),
    step(channel, constant(CHANNEL_GROUP)),
  ),
]

/** The few things used of WebAssembly, whose types come only with a browser's. */
interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (module: object) => { readonly exports: object }
}

export interface ConvolutionModule {
  readonly memory: Memory
  /**
   * output[row] = relu(bias + Σ over taps and inputs) + residual[row], all addresses in bytes.
   * `input` is the address of what the first tap reads for row 0; `residual` is 0 for none.
   */
  readonly run: (
    input: number,
    output: number,
    weights: number,
    bias: number,
    rows: number,
    inputs: number,
    outputs: number,
    taps: number,
    tapStep: number,
    residual: number,
  ) => void
}

let compiled: object | undefined

/** A fresh instance with memory of its own. Throws where WebAssembly or its SIMD is missing. */
export function convolutionModule(): ConvolutionModule {
  compiled ??= new WebAssembly.Module(
    moduleOf(
      10,
      [
        [12, I32],
        [11, V128],
      ],
      body,
    ),
  )
  return new WebAssembly.Instance(compiled).exports as ConvolutionModule
}
