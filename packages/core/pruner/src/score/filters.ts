// Filters over a sequence of line values, each in one pass whatever its width.

/** Weights falling off linearly to nothing `reach + 1` lines away: a box filter applied twice. */
export function triangle(values: Float32Array, reach: number): Float32Array {
  const count = values.length
  const width = reach + 1
  const boxed = new Float64Array(count + width)
  let sum = 0
  for (let i = 0; i < boxed.length; i++) {
    if (i < count) sum += values[i]!
    if (i >= width) sum -= values[i - width]!
    boxed[i] = sum
  }
  const out = new Float32Array(count)
  let twice = 0
  for (let i = 0; i < width - 1; i++) twice += boxed[i]!
  for (let i = 0; i < count; i++) {
    twice += boxed[i + width - 1]!
    out[i] = Math.max(0, twice / width)
    twice -= boxed[i]!
  }
  return out
}

/** The mean of each value and its neighbours up to `reach` away. */
export function box(values: Float32Array, reach: number): Float32Array {
  const count = values.length
  const out = new Float32Array(count)
  let sum = 0
  for (let i = 0; i < Math.min(reach, count); i++) sum += values[i]!
  for (let i = 0; i < count; i++) {
    if (i + reach < count) sum += values[i + reach]!
    if (i - reach - 1 >= 0) sum -= values[i - reach - 1]!
    out[i] = sum / (Math.min(count - 1, i + reach) - Math.max(0, i - reach) + 1)
  }
  return out
}

export function maximum(values: Float32Array): number {
  let max = 0
  for (let i = 0; i < values.length; i++) if (values[i]! > max) max = values[i]!
  return max
}
