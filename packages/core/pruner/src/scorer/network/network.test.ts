import { expect, test } from 'vitest'
import { LINE_COLUMNS, TEXT_COLUMNS } from '../columns/column-names.js'
import { ColumnTable } from '../columns/columns.js'
import { Network } from './network.js'

const CHANNELS = 8
const TAPS = 3
const DILATIONS = [1, 4]
const LINE = LINE_COLUMNS.length
const TEXT = TEXT_COLUMNS.length

/** Pseudo-random numbers from -1 to 1 that are the same in every run. */
function numbers(): () => number {
  let state = 7
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

function weightsOf(gathers: readonly number[]) {
  const next = numbers()
  const some = (count: number) => Float32Array.from({ length: count }, () => next() / 3)
  return {
    first: some((LINE + TEXT) * CHANNELS),
    firstBias: some(CHANNELS),
    layers: gathers.map((isGathering) => ({
      look: some(TAPS * CHANNELS),
      mix: some(CHANNELS * CHANNELS),
      bias: some(CHANNELS),
      gather: some(isGathering * 3 * CHANNELS * CHANNELS),
      gatherBias: some(isGathering * CHANNELS),
    })),
    last: some(CHANNELS),
    lastBias: some(1),
  }
}

function sectionOf(weights: ReturnType<typeof weightsOf>, gathers: readonly number[]): Uint8Array {
  const head = Uint32Array.from([LINE, TEXT, CHANNELS, TAPS, 2, ...DILATIONS, ...gathers])
  const cells = [
    weights.first,
    weights.firstBias,
    ...weights.layers.flatMap(({ look, mix, bias, gather, gatherBias }) => [
      look,
      mix,
      bias,
      gather,
      gatherBias,
    ]),
    weights.last,
    weights.lastBias,
  ].flatMap((part) => Array.from(part))
  const bytes = new Uint8Array(head.byteLength + cells.length * 4)
  bytes.set(new Uint8Array(head.buffer))
  bytes.set(new Uint8Array(Float32Array.from(cells).buffer), head.byteLength)
  return bytes
}

const relu = (value: number) => Math.max(0, value)
const range = Array.from({ length: CHANNELS }, (_, c) => c)

/** The format's description, a number at a time. */
function plainly(weights: ReturnType<typeof weightsOf>, table: ColumnTable): number[] {
  const { lines, units } = table
  const text = table.text()
  const product = (matrix: Float32Array, from: number, inputs: ArrayLike<number>, c: number) => {
    let sum = 0
    for (let k = 0; k < inputs.length; k++) sum += inputs[k]! * matrix[(from + k) * CHANNELS + c]!
    return sum
  }
  let rows = Array.from({ length: lines }, (_, i) => {
    const columns = [...LINE_COLUMNS.map((name) => table.column(name)[i]!), ...text]
    return range.map((c) => relu(weights.firstBias[c]! + product(weights.first, 0, columns, c)))
  })
  for (const [n, { look, mix, bias, gather, gatherBias }] of weights.layers.entries()) {
    const around = rows.map((_, i) =>
      range.map((c) =>
        [0, 1, 2].reduce((sum, tap) => {
          const row = rows[i + (tap - 1) * DILATIONS[n]!]
          return sum + (row?.[c] ?? 0) * look[tap * CHANNELS + c]!
        }, 0),
      ),
    )
    rows = rows.map((row, i) =>
      range.map((c) => row[c]! + relu(bias[c]! + product(mix, 0, around[i]!, c))),
    )
    if (gather.length === 0) continue
    const before = rows
    const meanOf = (some: number[][]) =>
      range.map((c) => some.reduce((sum, row) => sum + row[c]!, 0) / some.length)
    const whole = [...meanOf(before), ...range.map((c) => Math.max(...before.map((r) => r[c]!)))]
    rows = before.map((row, i) => {
      const unit = meanOf(before.filter((_, j) => units[j] === units[i]))
      return range.map(
        (c) => row[c]! + relu(gatherBias[c]! + product(gather, 0, [...unit, ...whole], c)),
      )
    })
  }
  return rows.map((row) =>
    range.reduce((sum, c) => sum + row[c]! * weights.last[c]!, weights.lastBias[0]!),
  )
}

test.each([
  { lines: 1, gathers: [0, 0] },
  { lines: 3, gathers: [1, 0] },
  { lines: 50, gathers: [0, 1] },
  { lines: 301, gathers: [1, 1] },
])('computes what its format says: %o', ({ lines, gathers }) => {
  const next = numbers()
  const table = new ColumnTable(lines)
  for (const name of LINE_COLUMNS) {
    // A third of the columns are zero.
    if (next() < -1 / 3) continue
    for (let i = 0; i < lines; i++) table.column(name)[i] = Math.abs(next())
  }
  for (const name of TEXT_COLUMNS) table.setText(name, Math.abs(next()))
  for (let i = 0; i < lines; i++) table.units[i] = Math.floor(i / 7)
  const weights = weightsOf(gathers)
  const network = new Network(sectionOf(weights, gathers))
  const expected = plainly(weights, table)
  const found = network.run(table, () => {})
  for (let i = 0; i < lines; i++) expect(found[i]! / expected[i]!).toBeCloseTo(1, 3)
  // And again: nothing of the first run is left in its memory.
  expect(network.run(table, () => {})).toEqual(found)
})
