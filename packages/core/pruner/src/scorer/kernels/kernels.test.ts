import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import loadWabt from 'wabt'
import { createKernels, withRoom } from './kernels.js'

/** Repeats the lines between `for r of …` and `end` with each of the numbers. */
const unrolled = (source: string): string =>
  source.replaceAll(
    /^ *;; for r of (.*)\n([^]*?)^ *;; end\n/gm,
    (_, numbers: string, lines: string) =>
      numbers
        .split(' ')
        .map((r) => lines.replaceAll('{r}', r).replaceAll('{4r}', `${4 * Number(r)}`))
        .join(''),
  )

test('the compiled module is kernels.wat', async () => {
  const source = unrolled(readFileSync(new URL('./kernels.wat', import.meta.url), 'utf8'))
  const wabt = await loadWabt()
  const { buffer } = wabt.parseWat('kernels.wat', source, { simd: true }).toBinary({})
  const base64 = Buffer.from(buffer).toString('base64')
  const lines = [
    '// kernels.wat, assembled by kernels.test.ts in base64: `vitest -u` writes it anew.',
    'export const ASSEMBLED_KERNELS =',
    `  '${base64}'`,
    '',
  ]
  await expect(lines.join('\n')).toMatchFileSnapshot('./assembled-kernels.ts')
})

// After the first detached buffer of a process V8 checks every typed array at every access.
test('more room is another memory, and the buffer of the first is not detached', () => {
  const small = createKernels()
  const cells = new Float32Array(small.memory.buffer)
  const large = withRoom(small, 655_361)
  expect(large.memory.buffer.byteLength).toBe(720_896)
  expect(cells.length).toBe(16_384)
  expect(withRoom(large, 720_896)).toBe(large)
})

const ROWS = 21
const PAD = 20
const INPUT = 1024
const WEIGHTS = 4000
const BIAS = 7000
const OUTPUT = 8000
const RESIDUAL = 9000

/** Where channel `c` of `row` is in rows that are in fours. */
const inFours = (row: number, c: number, channels: number) =>
  (row - (row % 4)) * channels + 4 * c + (row % 4)

test.each([
  { inputs: 12, outputs: 8, isResidual: false },
  { inputs: 16, outputs: 16, isResidual: true },
  { inputs: 24, outputs: 24, isResidual: true },
])('mix computes what the formula says: %o', ({ inputs, outputs, isResidual }) => {
  const { memory, mix } = createKernels()
  const cells = new Float32Array(memory.buffer)
  const valueOf = (row: number, i: number) => Math.sin((row * inputs + i) * 1.7)
  for (let row = 0; row < ROWS; row++)
    for (let i = 0; i < inputs; i++) cells[INPUT + inFours(row, i, inputs)] = valueOf(row, i)
  for (let i = 0; i < inputs * outputs; i++) cells[WEIGHTS + i] = Math.cos(i * 0.9) / 4
  for (let i = 0; i < outputs; i++) cells[BIAS + i] = i / 50 - 0.1
  for (let i = 0; i < ROWS * outputs; i++) cells[RESIDUAL + i] = i / 100
  const residual = isResidual ? RESIDUAL * 4 : 0
  mix(INPUT * 4, OUTPUT * 4, WEIGHTS * 4, BIAS * 4, ROWS, inputs, outputs, residual)
  for (let row = 0; row < ROWS; row++) {
    for (let o = 0; o < outputs; o++) {
      let sum = cells[BIAS + o]!
      for (let i = 0; i < inputs; i++) sum += valueOf(row, i) * cells[WEIGHTS + i * outputs + o]!
      const expected = Math.max(0, sum) + (isResidual ? (row * outputs + o) / 100 : 0)
      expect(cells[OUTPUT + row * outputs + o]).toBeCloseTo(expected, 4)
    }
  }
})

test.each([
  { channels: 8, taps: 3, dilation: 1 },
  { channels: 24, taps: 5, dilation: 7 },
])('look computes what the formula says: %o', ({ channels, taps, dilation }) => {
  const { memory, look } = createKernels()
  const cells = new Float32Array(memory.buffer)
  const input = INPUT + PAD * channels
  for (let i = 0; i < ROWS * channels; i++) cells[input + i] = Math.sin(i * 1.7)
  for (let i = 0; i < taps * channels; i++) cells[WEIGHTS + i] = Math.cos(i * 0.9) / 4
  const middle = taps >> 1
  const first = input - middle * dilation * channels
  look(first * 4, OUTPUT * 4, WEIGHTS * 4, ROWS, channels, taps, dilation * channels * 4)
  for (let row = 0; row < ROWS; row++) {
    for (let c = 0; c < channels; c++) {
      let sum = 0
      for (let t = 0; t < taps; t++) {
        const source = row + (t - middle) * dilation
        if (source < 0 || source >= ROWS) continue
        sum += cells[input + source * channels + c]! * cells[WEIGHTS + t * channels + c]!
      }
      expect(cells[OUTPUT + inFours(row, c, channels)]).toBeCloseTo(sum, 4)
    }
  }
})

test('mixColumns computes the formula, also if four rows or all of them have nothing of a column', () => {
  const { memory, mixColumns } = createKernels()
  const cells = new Float32Array(memory.buffer)
  const places = new Int32Array(memory.buffer)
  const [inputs, outputs, stride] = [5, 16, 28]
  const [placesAt, list] = [7500, 7600]
  for (let k = 0; k < inputs; k++) {
    places[placesAt + k] = k * stride * 4
    for (let row = 0; row < ROWS; row++) {
      const isNothing = k === 3 || (k === 1 && row >= 4 && row < 12)
      cells[INPUT + k * stride + row] = isNothing ? 0 : Math.sin(k * 31 + row * 1.7)
    }
  }
  for (let i = 0; i < inputs * outputs; i++) cells[WEIGHTS + i] = Math.cos(i * 0.9) / 4
  for (let o = 0; o < outputs; o++) cells[BIAS + o] = o / 50 - 0.1
  const addresses = [INPUT, OUTPUT, WEIGHTS, BIAS].map((cell) => cell * 4)
  const [input, output, weights, bias] = addresses as [number, number, number, number]
  mixColumns(input, output, weights, bias, ROWS, inputs, outputs, placesAt * 4, list * 4)
  for (let row = 0; row < ROWS; row++) {
    for (let o = 0; o < outputs; o++) {
      let sum = cells[BIAS + o]!
      for (let k = 0; k < inputs; k++)
        sum += cells[INPUT + k * stride + row]! * cells[WEIGHTS + k * outputs + o]!
      expect(cells[OUTPUT + row * outputs + o]).toBeCloseTo(Math.max(0, sum), 4)
    }
  }
})

test('highestBits tells nothing, a share and what is outside 0…1 apart', () => {
  const { memory, highestBits } = createKernels()
  const cells = new Float32Array(memory.buffer)
  const bits = new Uint32Array(memory.buffer)
  const columns = [[0], [0.25, 1], [1.5], [0.5, -0.5], [Number.NaN, 0.5]]
  for (const [k, values] of columns.entries()) cells.set(values, INPUT + k * 12 + 7)
  highestBits(INPUT * 4, OUTPUT * 4, columns.length, 12 * 4)
  const most = columns.map((_, k) => Math.max(...bits.subarray(OUTPUT + k * 4, OUTPUT + k * 4 + 4)))
  expect(most).toEqual([0, 0x3f800000, 0x3fc00000, 0xbf000000, 0x7fc00000])
})

test('scaleUnits adds rows up and writes each times its factor', () => {
  const { memory, scaleUnits } = createKernels()
  const cells = new Float32Array(memory.buffer)
  const channels = 8
  for (let i = 0; i < 6 * channels; i++) cells[INPUT + i] = Math.fround(Math.sin(i * 1.7))
  const factors = [1, 1 / 3, 0.5, 1 / 7, 2, 1 / 9]
  new Float64Array(memory.buffer, BIAS * 4, 6).set(factors)
  scaleUnits(INPUT * 4, OUTPUT * 4, BIAS * 4, 6, channels * 4, WEIGHTS * 4)
  for (let c = 0; c < channels; c++) {
    let sum = 0
    for (const [row, factor] of factors.entries()) {
      const value = cells[INPUT + row * channels + c]!
      sum = Math.fround(sum + value)
      expect(cells[OUTPUT + inFours(row, c, channels)]).toBe(Math.fround(value * factor))
    }
    expect(cells[WEIGHTS + c]).toBe(sum)
  }
})

test('scaleRows writes each row times its factor', () => {
  const { memory, scaleRows } = createKernels()
  const cells = new Float32Array(memory.buffer)
  const size = 16
  const factors = [1, 1 / 3, 0.01, 1 / 7, 2]
  const table = Int8Array.from({ length: factors.length * size }, (_, i) => (i * 37) % 256)
  new Int8Array(memory.buffer).set(table, INPUT * 4)
  new Float64Array(memory.buffer, BIAS * 4, factors.length).set(factors)
  scaleRows(INPUT * 4, BIAS * 4, OUTPUT * 4, factors.length, size)
  for (const [row, factor] of factors.entries())
    for (let d = 0; d < size; d++)
      expect(cells[OUTPUT + inFours(row, d, size)]).toBe(
        Math.fround(table[row * size + d]! * factor),
      )
})
