// The column values of one text, and the few ways to map a number to 0…1.
import { maximum } from '../filters.js'
import { LINE_COLUMNS, type LineColumn, TEXT_COLUMNS, type TextColumn } from './column-names.js'

const PLACES: ReadonlyMap<string, number> = new Map(LINE_COLUMNS.map((name, at) => [name, at]))

/** A multiple of four, and never a power of two: columns at such a distance would share a cache set. */
const strideOf = (lines: number): number => Math.ceil(lines / 32) * 32 + 20

/** How many values a table of so many lines has. */
export const tableCells = (lines: number): number => LINE_COLUMNS.length * strideOf(lines)

/** The columns of one text, or of a stretch of it. */
export class ColumnTable {
  readonly lines: number
  /** Line column `c` is `values[c * stride]` … `values[c * stride + lines - 1]`; zeros lie behind it. */
  readonly values: Float32Array
  readonly stride: number
  /** The definition or paragraph of each line. */
  units: Int32Array
  readonly #text = new Map<TextColumn, number>()

  /** With room for its values, all zero. */
  constructor(lines: number, values: Float32Array = new Float32Array(tableCells(lines))) {
    this.lines = lines
    this.stride = strideOf(lines)
    this.values = values
    this.units = new Int32Array(lines)
  }

  column(name: LineColumn): Float32Array {
    const from = PLACES.get(name)! * this.stride
    return this.values.subarray(from, from + this.lines)
  }

  copy(name: LineColumn, source: Float32Array): Float32Array {
    const target = this.column(name)
    target.set(source)
    return target
  }

  mean(name: LineColumn): number {
    let sum = 0
    const column = this.column(name)
    for (let i = 0; i < column.length; i++) sum += column[i]!
    return sum / Math.max(1, this.lines)
  }

  setText(name: TextColumn, value: number): void {
    this.#text.set(name, value)
  }

  /** Throws a `RangeError` that names the column. */
  text(): Float32Array {
    for (const [name, value] of this.#text) assertWithin(name, value)
    return Float32Array.from(TEXT_COLUMNS, (name) => this.#text.get(name) ?? 0)
  }

  /** Throws a `RangeError` that names the column. */
  checkRange(column: number): void {
    const name = LINE_COLUMNS[column]!
    for (const value of this.column(name)) assertWithin(name, value)
  }
}

function assertWithin(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw outOfRange(name, value)
}

function outOfRange(name: string, value: number): RangeError {
  // The scores would mean nothing.
  return new RangeError(`column "${name}" is ${value}, outside 0…1`)
}

/** Maps any number from 0 up to a value below 1; `half` becomes 0.5. */
export function squash(value: number, half: number): number {
  return value / (value + half)
}

export function clamp(value: number): number {
  return value > 1 ? 1 : value > 0 ? value : 0
}

/** In place, and the values over `whole`. */
export function clamped(values: Float32Array, whole = 1): Float32Array {
  for (let i = 0; i < values.length; i++) values[i] = clamp(values[i]! / whole)
  return values
}

/** In place. */
export function squashed(values: Float32Array, half: number): Float32Array {
  for (let i = 0; i < values.length; i++) values[i] = squash(values[i]!, half)
  return values
}

/** Each value as a share of the maximum. */
export function shareOfTop(source: Float32Array, out: Float32Array): void {
  const top = maximum(source)
  if (top === 0) return
  for (let i = 0; i < out.length; i++) out[i] = clamp(source[i]! / top)
}

/** A cosine, -1…1. */
export function fromCosine(value: number): number {
  return clamp((value + 1) / 2)
}
