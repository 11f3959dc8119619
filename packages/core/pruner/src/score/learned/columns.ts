// The columns that the network is shown of each line, by name, every one of them from 0 to 1. The order is
// that of the network's first layer; training reads the names from here, so the two cannot drift apart.
import { FAMILIES } from '../../split/family.js'
import { maximum } from '../filters.js'

const MATCH = [
  'exact',
  'soft',
  'spelling',
  'named',
  'neighbours',
  'best term',
  'rare term',
  'feedback',
  'meaning',
  'context',
  'asked or context',
  'name',
  'name defined',
  'context name',
  'line number',
] as const
const WINDOW = [
  'exact near',
  'soft near',
  'exact cover narrow',
  'exact cover wide',
  'soft cover narrow',
  'soft cover wide',
  'feedback near',
  'meaning near',
  'named near',
  'neighbours near',
  'context near',
  'name near',
] as const
const UNIT = [
  'unit exact',
  'unit soft',
  'unit density',
  'unit best line',
  'unit head soft',
  'unit head exact',
  'unit meaning',
  'unit size',
  'place in unit',
  'outer exact',
  'outer soft',
  'outer head soft',
  'outer size',
  'depth in unit',
  'unit neighbours',
  'unit head neighbours',
  'outer head neighbours',
  'unit head named',
  'outer head named',
  'unit head name',
  'unit name',
] as const
const RELATIVE = [
  'exact near, relative',
  'soft near, relative',
  'soft cover, relative',
  'unit soft, relative',
  'soft, relative',
  'feedback near, relative',
  'exact, relative',
  'unit exact, relative',
  'meaning near, standardised',
  'context, relative',
  'asked or context, relative',
] as const
const SHAPE = [
  'is blank',
  'is closer',
  'is comment',
  'is import',
  'is callable',
  'is container',
  'is block',
  'is decorator',
  'is heading',
  'indent',
  'has assignment',
  'has call',
  'quotes',
  'length',
  'words',
  'mean rarity',
  'top rarity',
  'place',
  'near the top',
  'near the end',
  'near unit head',
  'in test',
  'branches',
  'leaves',
  'repeated',
  'repeated but for numbers',
] as const
const SIGNS = [
  'digits',
  'punctuation',
  'capitals',
  'slashes',
  'is match',
  'is beside match',
  'is path',
  'is added',
  'is removed',
  'is hunk head',
  'is key',
  'opens',
  'is rule',
  'tells error',
  'tells warning',
  'tells success',
  'tells test',
  'declares',
  'brings in',
  'begins as before',
  'is traced',
  'error near',
] as const
/** Nothing of these is filled where no task is known. */
const TASK = [
  'task',
  'task, relative',
  'task near',
  'task near, relative',
  'task name',
  'task name near',
  'task name defined',
  'unit task name',
  'unit head task name',
  'unit head task',
] as const
const TERMS = ['term 1', 'term 2', 'term 3', 'term 4'] as const

/** One value per line. */
export const LINE_COLUMNS = [
  ...MATCH,
  ...WINDOW,
  ...UNIT,
  ...RELATIVE,
  ...SHAPE,
  ...SIGNS,
  ...TERMS,
  ...TASK,
] as const
export type LineColumn = (typeof LINE_COLUMNS)[number]

/** What kind of request it is: one column a group of words, see question.ts. */
export const HINT_COLUMNS = [
  'asks how',
  'fixes',
  'adds',
  'removes',
  'reshapes',
  'is about tests',
  'is about docs',
  'is about types',
  'is about versions',
  'describes',
  'looks',
  'understands',
  'runs',
] as const
/** Means of line columns: what sort of text it is. */
export const MEAN_COLUMNS = [
  'digits',
  'punctuation',
  'slashes',
  'is match',
  'is beside match',
  'is path',
  'is added',
  'is removed',
  'is key',
  'tells error',
  'is traced',
  'is comment',
  'is callable',
  'is import',
  'indent',
  'length',
  'repeated',
  'exact',
  'context',
] as const satisfies readonly LineColumn[]
/** One value for the whole text. */
export const TEXT_COLUMNS = [
  'terms',
  'lines',
  'terms present',
  'top soft near',
  'terms named',
  'names present',
  'has context',
  'has task',
  'task present',
  'begins later',
  'has line number',
  ...HINT_COLUMNS,
  ...FAMILIES.map((family) => `family ${family}` as const),
  ...MEAN_COLUMNS.map((name) => `mean of ${name}` as const),
] as const
export type TextColumn = (typeof TEXT_COLUMNS)[number]

const PLACES: ReadonlyMap<string, number> = new Map(LINE_COLUMNS.map((name, at) => [name, at]))

/** A number that feeds the network is outside 0…1: the scores would mean nothing. */
export class ColumnOutOfRange extends Error {
  override readonly name = 'ColumnOutOfRange'
}

/** The values of a table that is done with: allocating and collecting them costs more than filling them. */
let spare: Float32Array | undefined

/** The columns of one text, or of a stretch of it. */
export class ColumnTable {
  readonly lines: number
  /** Line column `c` is `values[c * stride]` … `values[c * stride + lines - 1]`; zeros lie behind it. */
  readonly values: Float32Array
  readonly stride: number
  /** The definition or paragraph that each line stands in. */
  units: Int32Array
  readonly #text = new Map<TextColumn, number>()

  constructor(lines: number) {
    this.lines = lines
    // A multiple of four, and never a power of two: columns that far apart would share a place in the cache.
    this.stride = Math.ceil(lines / 32) * 32 + 20
    this.values = emptyValues(LINE_COLUMNS.length * this.stride)
    this.units = new Int32Array(lines)
  }

  /** Nothing of it is looked at any more. */
  release(): void {
    if (spare === undefined || spare.buffer.byteLength < this.values.buffer.byteLength)
      spare = this.values
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

  /** Throws a `ColumnOutOfRange` that names the column. */
  text(): Float32Array {
    for (const [name, value] of this.#text) assertWithin(name, value)
    return Float32Array.from(TEXT_COLUMNS, (name) => this.#text.get(name) ?? 0)
  }

  /** Throws a `ColumnOutOfRange` that names the column, of which `least` and `most` are the extremes. */
  checkRange(column: number, least: number, most: number): void {
    assertWithin(LINE_COLUMNS[column]!, least)
    assertWithin(LINE_COLUMNS[column]!, most)
  }
}

function emptyValues(size: number): Float32Array {
  if (spare === undefined || spare.buffer.byteLength < size * 4) return new Float32Array(size)
  const values = new Float32Array(spare.buffer, 0, size)
  spare = undefined
  return values.fill(0)
}

function assertWithin(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw outOfRange(name, value)
}

function outOfRange(name: string, value: number): ColumnOutOfRange {
  return new ColumnOutOfRange(`column "${name}" is ${value}, outside 0…1`)
}

/** Any number from 0 up to one below 1; `half` becomes 0.5. */
export function squash(value: number, half: number): number {
  return value / (value + half)
}

export function clamp(value: number): number {
  return value > 1 ? 1 : value > 0 ? value : 0
}

/** Each value as a share of the greatest. */
export function shareOfTop(source: Float32Array, out: Float32Array): void {
  const top = maximum(source)
  if (top === 0) return
  for (let i = 0; i < out.length; i++) out[i] = clamp(source[i]! / top)
}

/** A cosine, -1…1. */
export function fromCosine(value: number): number {
  return clamp((value + 1) / 2)
}
