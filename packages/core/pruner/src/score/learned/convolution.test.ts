import { expect, test } from 'vitest'
import { convolutionModule } from './convolution.js'

const ROWS = 21
const PAD = 8

test.each([
  { inputs: 5, outputs: 8, taps: 1, dilation: 0, isResidual: false },
  { inputs: 16, outputs: 16, taps: 3, dilation: 1, isResidual: true },
  { inputs: 24, outputs: 24, taps: 3, dilation: 7, isResidual: true },
])('the module computes what the formula says: %o', (shape) => {
  const { inputs, outputs, taps, dilation, isResidual } = shape
  const { memory, run } = convolutionModule()
  const cells = new Float32Array(memory.buffer)
  const input = 64 + PAD * inputs
  const weights = 4000
  const bias = 7000
  const output = 8000
  for (let i = 0; i < ROWS * inputs; i++) cells[input + i] = Math.sin(i * 1.7)
  for (let i = 0; i < taps * inputs * outputs; i++) cells[weights + i] = Math.cos(i * 0.9) / 4
  for (let i = 0; i < outputs; i++) cells[bias + i] = i / 50 - 0.1
  const middle = taps >> 1
  run(
    (input - middle * dilation * inputs) * 4,
    output * 4,
    weights * 4,
    bias * 4,
    ROWS,
    inputs,
    outputs,
    taps,
    dilation * inputs * 4,
    isResidual ? input * 4 : 0,
  )
  for (let row = 0; row < ROWS; row++) {
    for (let o = 0; o < outputs; o++) {
      let sum = cells[bias + o]!
      for (let t = 0; t < taps; t++) {
        const source = row + (t - middle) * dilation
        if (source < 0 || source >= ROWS) continue
        for (let i = 0; i < inputs; i++) {
          const weight = cells[weights + (t * inputs + i) * outputs + o]!
          sum += cells[input + source * inputs + i]! * weight
        }
      }
      const expected = Math.max(0, sum) + (isResidual ? cells[input + row * inputs + o]! : 0)
      expect(cells[output + row * outputs + o]).toBeCloseTo(expected, 4)
    }
  }
})
