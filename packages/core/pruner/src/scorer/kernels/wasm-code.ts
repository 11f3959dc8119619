// Just enough of a WebAssembly assembler for one module: numbers in LEB128, sections, and the few
// instructions that the convolution uses. Opcodes: https://webassembly.github.io/spec/core/binary/

export type Code = readonly number[]

/** Unsigned LEB128. */
export function u32(value: number): number[] {
  const bytes: number[] = []
  let rest = value >>> 0
  do {
    const low = rest & 127
    rest >>>= 7
    bytes.push(rest === 0 ? low : low | 128)
  } while (rest !== 0)
  return bytes
}

/** Signed LEB128. */
function i32(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value | 0; ; ) {
    const low = rest & 127
    rest >>= 7
    const isLast = (rest === 0 && (low & 64) === 0) || (rest === -1 && (low & 64) !== 0)
    bytes.push(isLast ? low : low | 128)
    if (isLast) return bytes
  }
}

const simd = (opcode: number) => [0xfd, ...u32(opcode)]

export const get = (local: number): Code => [0x20, ...u32(local)]
export const set = (local: number, ...value: Code[]): Code => [...value.flat(), 0x21, ...u32(local)]
export const constant = (value: number): Code => [0x41, ...i32(value)]
export const add = (a: Code, b: Code): Code => [...a, ...b, 0x6a]
export const step = (local: number, by: Code): Code => set(local, add(get(local), by))
export const multiply = (a: Code, b: Code): Code => [...a, ...b, 0x6c]
export const addVectors = (a: Code, b: Code): Code => [...a, ...b, ...simd(0xe4)]
export const multiplyVectors = (a: Code, b: Code): Code => [...a, ...b, ...simd(0xe6)]
export const minimum = (a: Code, b: Code): Code => [...a, ...b, ...simd(0xe8)]
export const maximum = (a: Code, b: Code): Code => [...a, ...b, ...simd(0xe9)]
export const zeros: Code = [...simd(0x0c), ...Array.from({ length: 16 }, () => 0)]
export const load = (address: Code, offset = 0): Code => [
  ...address,
  ...simd(0x00),
  2,
  ...u32(offset),
]
export const loadSplat = (address: Code, offset = 0): Code => [
  ...address,
  ...simd(0x09),
  2,
  ...u32(offset),
]
export const store = (address: Code, value: Code, offset = 0): Code => [
  ...address,
  ...value,
  ...simd(0x0b),
  2,
  ...u32(offset),
]
export const loadInteger = (address: Code, offset = 0): Code => [
  ...address,
  0x28,
  2,
  ...u32(offset),
]
export const storeInteger = (address: Code, value: Code, offset = 0): Code => [
  ...address,
  ...value,
  0x36,
  2,
  ...u32(offset),
]
/** 1 if any bit of the vector is set, 0 if none is. */
export const anyTrue = (vector: Code): Code => [...vector, ...simd(0x53)]
/** A byte, as a 32-bit number. */
export const loadByte = (address: Code): Code => [...address, 0x2d, 0, 0]
export const atLeast = (a: Code, b: Code): Code => [...a, ...b, 0x4e]

// Pairs of float64; in memory they are pairs of float32, widened and narrowed on the way.
export const addPairs = (a: Code, b: Code): Code => [...a, ...b, ...simd(0xf0)]
export const multiplyPairs = (a: Code, b: Code): Code => [...a, ...b, ...simd(0xf2)]
export const largerPairs = (a: Code, b: Code): Code => [...a, ...b, ...simd(0xf7)]
export const pairOf = (integer: Code): Code => [...integer, 0xb8, ...simd(0x14)]
/** The same float64 twice. */
export const loadTwice = (address: Code, offset = 0): Code => [
  ...address,
  ...simd(0x0a),
  3,
  ...u32(offset),
]
export const loadPair = (address: Code): Code => [...address, ...simd(0x5d), 3, 0, ...simd(0x5f)]
export const storePair = (address: Code, pair: Code): Code => [
  ...address,
  ...pair,
  ...simd(0x5e),
  ...simd(0x5b),
  3,
  0,
  0,
]
const laneOf = (vector: Code, lane: number): number[] => [...vector, ...simd(0x1f), lane]
/** The sum of a vector's four numbers, to memory. */
export const storeSum = (address: Code, vector: Code, offset = 0): Code => [
  ...address,
  ...laneOf(vector, 0),
  ...[1, 2, 3].flatMap((lane) => laneOf(vector, lane).concat(0x92)),
  0x38,
  2,
  ...u32(offset),
]
/** Runs the body, and again while `condition` is not 0. */
export const repeatWhile = (condition: Code, ...body: Code[]): Code => [
  0x03,
  0x40,
  ...body.flat(),
  ...condition,
  0x0d,
  0,
  0x0b,
]
export const lessThan = (a: Code, b: Code): Code => [...a, ...b, 0x48]
export const when = (condition: Code, ...body: Code[]): Code => [
  ...condition,
  0x04,
  0x40,
  ...body.flat(),
  0x0b,
]

export const I32 = 0x7f
export const V128 = 0x7b

/** The magic `\0asm` and version 1. */
const PREAMBLE = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const vector = (items: Code[]): number[] => [...u32(items.length), ...items.flat()]
const section = (id: number, body: Code): number[] => [id, ...u32(body.length), ...body]
const text = (value: string): number[] => [
  ...u32(value.length),
  ...Array.from(value, (c) => c.charCodeAt(0)),
]

export interface WasmFunction {
  readonly name: string
  /** All of them int32. */
  readonly parameters: number
  readonly locals: readonly (readonly [count: number, type: number])[]
  readonly body: Code
}

/** A module that exports its memory as `memory` and each function by its name. */
export function moduleOf(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [
    0x60,
    ...u32(parameters),
    ...Array.from({ length: parameters }, () => I32),
    0,
  ])
  const bodies = functions.map(({ locals, body }) => {
    const code = [...vector(locals.map(([count, type]) => [...u32(count), type])), ...body, 0x0b]
    return [...u32(code.length), ...code]
  })
  const names = functions.map(({ name }, at) => [...text(name), 0, ...u32(at)])
  return Uint8Array.from([
    ...PREAMBLE,
    ...section(1, vector(types)),
    ...section(3, vector(functions.map((_, at) => u32(at)))),
    ...section(5, vector([[0, 1]])),
    ...section(7, vector([[...text('memory'), 2, 0], ...names])),
    ...section(10, vector(bodies)),
  ])
}
