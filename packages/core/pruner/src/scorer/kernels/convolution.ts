// The hot loops of the network as a WebAssembly module over rows of float32. `look` adds up lines at a
// distance, channel by channel; `mix` is a matrix product, four rows and eight output channels at a time.
// Written out by hand because plain JavaScript has no vector instructions; fixed-width SIMD gives the same
// bits on every machine.
import { COLUMN_MIX, type ColumnMix } from './column-mix.js'
import { FADING_KERNEL, type FadingKernel } from './fading-kernel.js'
import { ROW_KERNELS, type RowKernels } from './row-kernels.js'
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
  step,
  store,
  V128,
  when,
  zeros,
} from './wasm-code.js'

const ROWS = 4
/** Rows are worked in groups of this many: buffers have room for it behind their last row. */
export const ROW_GROUP = ROWS
/** Channels must be a multiple of this. */
export const CHANNEL_GROUP = 8

const locals = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)

function mixBody(): Code {
  // Parameters: addresses in bytes, then sizes.
  const [input, output, weights, bias, rows, inputs, outputs, residual] = [0, 1, 2, 3, 4, 5, 6, 7]
  const [channel, row, left, weight, inputBytes, outputBytes, target] = [8, 9, 10, 11, 12, 13, 14]
  const from = locals(15, 4)
  const sums = locals(19, 8)
  const [w0, w1, x] = [27, 28, 29]
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
  // One input at a time: of several the compiler loads all first, and has no registers left for the sums.
  const perInput: Code[] = [
    set(w0, load(get(weight))),
    set(w1, load(get(weight), 16)),
    ...[0, 1, 2, 3].flatMap((r) => [
      set(x, loadSplat(get(from[r]!))),
      set(sums[r * 2]!, addVectors(get(sums[r * 2]!), multiplyVectors(get(x), get(w0)))),
      set(sums[r * 2 + 1]!, addVectors(get(sums[r * 2 + 1]!), multiplyVectors(get(x), get(w1)))),
    ]),
    step(weight, get(outputBytes)),
    ...from.map((pointer) => step(pointer, constant(4))),
    step(left, constant(-1)),
  ]
  return [
    ...set(inputBytes, multiply(get(inputs), constant(4))),
    ...set(outputBytes, multiply(get(outputs), constant(4))),
    ...set(channel, constant(0)),
    ...repeatWhile(
      lessThan(get(channel), get(outputs)),
      set(row, constant(0)),
      repeatWhile(
        lessThan(get(row), get(rows)),
        ...sums.map((sum, i) => set(sum, load(add(get(bias), channelOffset), (i & 1) * 16))),
        set(weight, add(get(weights), channelOffset)),
        set(from[0]!, add(get(input), multiply(get(row), get(inputBytes)))),
        ...[1, 2, 3].map((r) => set(from[r]!, add(get(from[r - 1]!), get(inputBytes)))),
        set(left, get(inputs)),
        repeatWhile(get(left), ...perInput),
        ...[0, 1, 2, 3].map(finishRow),
        step(row, constant(ROWS)),
      ),
      step(channel, constant(CHANNEL_GROUP)),
    ),
  ]
}

function lookBody(): Code {
  const [input, output, weights, rows, channels, taps, tapStep] = [0, 1, 2, 3, 4, 5, 6]
  const [row, channel, tap, from, weight, bytes] = [7, 8, 9, 10, 11, 12]
  const [sum0, sum1] = [13, 14]
  const halves = [
    [sum0, 0],
    [sum1, 16],
  ] as const
  return [
    ...set(bytes, multiply(get(channels), constant(4))),
    ...set(row, constant(0)),
    ...repeatWhile(
      lessThan(get(row), get(rows)),
      set(channel, constant(0)),
      repeatWhile(
        lessThan(get(channel), get(bytes)),
        ...halves.map(([sum]) => set(sum, zeros)),
        set(from, add(get(input), get(channel))),
        set(weight, add(get(weights), get(channel))),
        set(tap, constant(0)),
        repeatWhile(
          lessThan(get(tap), get(taps)),
          ...halves.map(([sum, offset]) =>
            set(
              sum,
              addVectors(
                get(sum),
                multiplyVectors(load(get(from), offset), load(get(weight), offset)),
              ),
            ),
          ),
          step(from, get(tapStep)),
          step(weight, get(bytes)),
          step(tap, constant(1)),
        ),
        ...halves.map(([sum, offset]) => store(add(get(output), get(channel)), get(sum), offset)),
        step(channel, constant(4 * CHANNEL_GROUP)),
      ),
      step(input, get(bytes)),
      step(output, get(bytes)),
      step(row, constant(1)),
    ),
  ]
}

/** The few things used of WebAssembly, whose types come only with a browser's. */
interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (module: object) => { readonly exports: object }
}

/** All addresses are in bytes. */
export interface ConvolutionModule extends RowKernels, ColumnMix, FadingKernel {
  readonly memory: Memory
  /** output[row] = relu(bias + input[row] · weights) + residual[row]; `residual` is 0 for none. */
  readonly mix: (
    input: number,
    output: number,
    weights: number,
    bias: number,
    rows: number,
    inputs: number,
    outputs: number,
    residual: number,
  ) => void
  /** output[row] = Σ over taps of weights[tap] × what stands `tap` steps after `input` + row, by channel. */
  readonly look: (
    input: number,
    output: number,
    weights: number,
    rows: number,
    channels: number,
    taps: number,
    tapStep: number,
  ) => void
}

const PAGE = 65_536

/** Grows a module's memory to `bytes` at least; views of it that were made before are void then. */
export function makeRoom({ memory }: Pick<ConvolutionModule, 'memory'>, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE)
  if (missing > 0) memory.grow(missing)
}

let compiled: object | undefined

/** A fresh instance with memory of its own. Throws where WebAssembly or its SIMD is missing. */
export function convolutionModule(): ConvolutionModule {
  compiled ??= new WebAssembly.Module(
    moduleOf([
      {
        name: 'mix',
        parameters: 8,
        locals: [
          [11, I32],
          [11, V128],
        ],
        body: mixBody(),
      },
      COLUMN_MIX,
      FADING_KERNEL,
      {
        name: 'look',
        parameters: 7,
        locals: [
          [6, I32],
          [2, V128],
        ],
        body: lookBody(),
      },
      ...ROW_KERNELS,
    ]),
  )
  return new WebAssembly.Instance(compiled).exports as ConvolutionModule
}
