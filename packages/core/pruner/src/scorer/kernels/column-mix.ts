// The matrix product of the first layer, see convolution.ts: its inputs are columns, and half of what they hold
// is nothing (a line is no heading, a word is not in it). Of every four rows only the inputs are worked that
// one of them has, and as those come in the same order the sums are the same to the last bit.
import {
  add,
  addVectors,
  anyTrue,
  type Code,
  constant,
  get,
  I32,
  lessThan,
  load,
  loadInteger,
  loadSplat,
  maximum,
  multiply,
  multiplyVectors,
  repeatWhile,
  set,
  step,
  store,
  storeInteger,
  V128,
  type WasmFunction,
  when,
  zeros,
} from './wasm-code.js'

/** All addresses are in bytes. */
export interface ColumnMix {
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
}

const ROWS = [0, 1, 2, 3] as const
/** Bytes of the channels that are worked at a time, in two vectors, and of an entry of the list. */
const CHANNEL_BYTES = 32
const ENTRY = 8

function columnMixBody(): Code {
  const [input, output, weights, bias, rows, inputs, outputs, places, list] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8,
  ]
  const [row, rowStart, left, place, weight, column, entry, end, channel, outputBytes, target] = [
    9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
  ]
  const sums = ROWS.map((r) => [20 + 2 * r, 21 + 2 * r] as const)
  const [w0, w1, x] = [28, 29, 30]

  /** Lists where each input of these rows stands and its weights; one that is nothing is written over. */
  const listInputs: Code[] = [
    set(rowStart, add(get(input), multiply(get(row), constant(4)))),
    set(place, get(places)),
    set(weight, get(weights)),
    set(end, get(list)),
    set(left, get(inputs)),
    repeatWhile(
      get(left),
      set(column, add(get(rowStart), loadInteger(get(place)))),
      storeInteger(get(end), get(column)),
      storeInteger(get(end), get(weight), 4),
      step(end, multiply(anyTrue(load(get(column))), constant(ENTRY))),
      step(weight, get(outputBytes)),
      step(place, constant(4)),
      step(left, constant(-1)),
    ),
  ]
  const perInput: Code[] = [
    set(column, loadInteger(get(entry))),
    set(weight, add(loadInteger(get(entry), 4), get(channel))),
    set(w0, load(get(weight))),
    set(w1, load(get(weight), 16)),
    ...ROWS.flatMap((r) => [
      set(x, loadSplat(get(column), r * 4)),
      set(sums[r]![0], addVectors(get(sums[r]![0]), multiplyVectors(get(x), get(w0)))),
      set(sums[r]![1], addVectors(get(sums[r]![1]), multiplyVectors(get(x), get(w1)))),
    ]),
    step(entry, constant(ENTRY)),
  ]
  const finishRow = (r: number): Code[] => {
    const at = multiply(add(get(row), constant(r)), get(outputBytes))
    return [
      set(target, add(add(get(output), at), get(channel))),
      ...[0, 1].map((half) => store(get(target), maximum(get(sums[r]![half]!), zeros), half * 16)),
    ]
  }
  return [
    ...set(outputBytes, multiply(get(outputs), constant(4))),
    ...set(row, constant(0)),
    ...repeatWhile(
      lessThan(get(row), get(rows)),
      ...listInputs,
      set(channel, constant(0)),
      repeatWhile(
        lessThan(get(channel), get(outputBytes)),
        ...sums.flatMap((pair) =>
          pair.map((sum, half) => set(sum, load(add(get(bias), get(channel)), half * 16))),
        ),
        set(entry, get(list)),
        when(
          lessThan(get(entry), get(end)),
          repeatWhile(lessThan(get(entry), get(end)), ...perInput),
        ),
        ...ROWS.flatMap(finishRow),
        step(channel, constant(CHANNEL_BYTES)),
      ),
      step(row, constant(ROWS.length)),
    ),
  ]
}

export const COLUMN_MIX: WasmFunction = {
  name: 'mixColumns',
  parameters: 9,
  locals: [
    [11, I32],
    [11, V128],
  ],
  body: columnMixBody(),
}
