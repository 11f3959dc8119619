// The network's smaller loops over rows and columns of float32, see convolution.ts for the two large ones.
import {
  add,
  addVectors,
  type Code,
  constant,
  get,
  I32,
  lessThan,
  load,
  loadInteger,
  maximum,
  minimum,
  multiply,
  multiplyVectors,
  repeatWhile,
  set,
  step,
  store,
  storeSum,
  V128,
  type WasmFunction,
  zeros,
} from './wasm-code.js'

/** All addresses and `bytes` are in bytes; a row has `bytes`, a multiple of 16. */
export interface RowKernels {
  /** Of each column, four numbers of which the least is its least, then four of which the most is its most. */
  readonly range: (columns: number, output: number, count: number, bytes: number) => void
  /** Adds each row to that of its unit, and to `top` what is the highest of any; units are 32-bit numbers. */
  readonly sumUnits: (
    rows: number,
    output: number,
    units: number,
    count: number,
    bytes: number,
    top: number,
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

/** For each of `count`, which is at least one. */
const forEach = (local: number, count: number, ...body: Code[]): Code => [
  ...set(local, constant(0)),
  ...repeatWhile(lessThan(get(local), get(count)), ...body, step(local, constant(1))),
]
/** Every 16 bytes of a row, which has at least so many. */
const forVectors = (local: number, bytes: number, ...body: Code[]): Code => [
  ...set(local, constant(0)),
  ...repeatWhile(lessThan(get(local), get(bytes)), ...body, step(local, constant(16))),
]

function rangeBody(): Code {
  const [columns, output, count, bytes, column, at, least, most, here] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  return forEach(
    column,
    count,
    set(least, load(get(columns))),
    set(most, get(least)),
    forVectors(
      at,
      bytes,
      set(here, load(add(get(columns), get(at)))),
      set(least, minimum(get(least), get(here))),
      set(most, maximum(get(most), get(here))),
    ),
    store(get(output), get(least)),
    store(get(output), get(most), 16),
    step(columns, get(bytes)),
    step(output, constant(32)),
  )
}

function sumUnitsBody(): Code {
  const [rows, output, units, count, bytes, top, row, at, unit, place, here] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]
  return forEach(
    row,
    count,
    set(unit, add(get(output), multiply(loadInteger(get(units)), get(bytes)))),
    forVectors(
      at,
      bytes,
      set(here, load(add(get(rows), get(at)))),
      set(place, add(get(unit), get(at))),
      store(get(place), addVectors(load(get(place)), get(here))),
      set(place, add(get(top), get(at))),
      store(get(place), maximum(load(get(place)), get(here))),
    ),
    step(rows, get(bytes)),
    step(units, constant(4)),
  )
}

function addUnitsBody(): Code {
  const [rows, input, units, count, bytes, row, at, unit, place] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  return forEach(
    row,
    count,
    set(unit, add(get(input), multiply(loadInteger(get(units)), get(bytes)))),
    forVectors(
      at,
      bytes,
      set(place, add(get(rows), get(at))),
      store(get(place), addVectors(load(get(place)), load(add(get(unit), get(at))))),
    ),
    step(rows, get(bytes)),
    step(units, constant(4)),
  )
}

function dotBody(): Code {
  const [rows, output, weights, count, bytes, row, at, sum] = [0, 1, 2, 3, 4, 5, 6, 7]
  return forEach(
    row,
    count,
    set(sum, zeros),
    forVectors(
      at,
      bytes,
      set(
        sum,
        addVectors(
          get(sum),
          multiplyVectors(load(add(get(rows), get(at))), load(add(get(weights), get(at)))),
        ),
      ),
    ),
    storeSum(get(output), get(sum)),
    step(rows, get(bytes)),
    step(output, constant(4)),
  )
}

export const ROW_KERNELS: readonly WasmFunction[] = [
  {
    name: 'range',
    parameters: 4,
    locals: [
      [2, I32],
      [3, V128],
    ],
    body: rangeBody(),
  },
  {
    name: 'sumUnits',
    parameters: 6,
    locals: [
      [4, I32],
      [1, V128],
    ],
    body: sumUnitsBody(),
  },
  { name: 'addUnits', parameters: 5, locals: [[4, I32]], body: addUnitsBody() },
  {
    name: 'dot',
    parameters: 5,
    locals: [
      [2, I32],
      [1, V128],
    ],
    body: dotBody(),
  },
]
