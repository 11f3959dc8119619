// The hot loops of the network as a WebAssembly module over rows of float32, written in kernels.wat.
import { ASSEMBLED_KERNELS } from './assembled-kernels.js'

/** Rows are worked in groups of this many: buffers have room for it behind their last row. */
export const ROW_GROUP = 4
/** Channels must be a multiple of this. */
export const CHANNEL_GROUP = 8

/** The used parts of WebAssembly, whose types come only with a browser's. */
interface Memory {
  readonly buffer: ArrayBuffer
}
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => Memory
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (
    module: object,
    imports: { readonly kernels: { readonly memory: Memory } },
  ) => { readonly exports: object }
}
declare const atob: (base64: string) => string

/** All addresses and `bytes` are in bytes; a row has `bytes`, a multiple of 16. */
export interface Kernels {
  readonly memory: Memory
  /**
   * output[row] = relu(bias + input[row] · weights) + residual[row]; `residual` is 0 for none. The input is in fours:
   * a channel of four rows, then the next channel of the same rows.
   */
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
  /** output[row] = Σ over taps of weights[tap] × what stands `tap` steps after `input` + row, by channel; in fours. */
  readonly look: (
    input: number,
    output: number,
    weights: number,
    rows: number,
    channels: number,
    taps: number,
    tapStep: number,
  ) => void
  /**
   * output[row] = relu(bias + inputs of row · weights): input `k` of `row` is `row` cells after `input` + the
   * 32-bit number at `places[k]`. `list` has room for two such numbers for each input.
   */
  readonly mixColumns: (
    input: number,
    output: number,
    weights: number,
    bias: number,
    rows: number,
    inputs: number,
    outputs: number,
    places: number,
    list: number,
  ) => void
  /**
   * Adds to each of `lines` pairs of float32 in `output` the best match before, at or behind its line. A match
   * is a byte, and counts from `least` on; `ahead` has room for as many pairs. `factors` are three float64: what
   * is left of a match a line away, for either of a pair, and what all of it is multiplied by.
   */
  readonly fade: (
    matches: number,
    lines: number,
    least: number,
    output: number,
    ahead: number,
    factors: number,
  ) => void
  /**
   * Of each column, four 32-bit numbers without a sign, of which the most is the most of its bits: 0 if it has
   * nothing, and above those of 1 if a number is not from 0 to 1.
   */
  readonly highestBits: (columns: number, output: number, count: number, bytes: number) => void
  /** Adds each row to that of its unit, and to `top` what is the highest of any; units are 32-bit numbers. */
  readonly sumUnits: (
    rows: number,
    output: number,
    units: number,
    count: number,
    bytes: number,
    top: number,
  ) => void
  /** Adds all rows up in `whole`, and writes each times its own factor, a float64, in fours. */
  readonly scaleUnits: (
    rows: number,
    output: number,
    factors: number,
    count: number,
    bytes: number,
    whole: number,
  ) => void
  /** Writes each row of int8 times its factor, a float64, in fours. */
  readonly scaleRows: (
    table: number,
    factors: number,
    output: number,
    count: number,
    size: number,
  ) => void
  /** Adds to each row that of its unit. */
  readonly addUnits: (
    rows: number,
    input: number,
    units: number,
    count: number,
    bytes: number,
  ) => void
  /** output[row] = Σ weights × rows[row], one number a row. */
  readonly dot: (
    rows: number,
    output: number,
    weights: number,
    count: number,
    bytes: number,
  ) => void
}

const PAGE = 65_536
const MIN_GROWTH = 1.5

let compiled: object | undefined

/** A new instance with its own zeroed memory. Throws if WebAssembly or its SIMD is missing. */
export function createKernels(bytes: number = PAGE): Kernels {
  compiled ??= new WebAssembly.Module(
    Uint8Array.from(atob(ASSEMBLED_KERNELS), (byte) => byte.charCodeAt(0)),
  )
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
  const { exports } = new WebAssembly.Instance(compiled, { kernels: { memory } })
  return { ...(exports as Omit<Kernels, 'memory'>), memory }
}

/**
 * The instance if it has so much memory, else a fresh one that has. Memory is never grown: that detaches its
 * buffer, and once any buffer has been detached V8 asks of every typed array, at each access, whether its own
 * was. All loops of this process then take up to twice as long.
 */
export function withRoom(kernels: Kernels | undefined, bytes: number): Kernels {
  const size = kernels?.memory.buffer.byteLength ?? 0
  if (kernels !== undefined && bytes <= size) return kernels
  return createKernels(Math.max(bytes, MIN_GROWTH * size))
}
