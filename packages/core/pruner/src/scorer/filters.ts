// Filters over a sequence of line values, each in one pass whatever its width.

/** Sums of the first pass, reused: a stretch of a long text is filtered many times. */
let spare = new Float64Array(0)
const MAX_SPARE = 16_384

function sumsFor(size: number): Float64Array {
  if (size > MAX_SPARE) return new Float64Array(size)
  if (spare.length < size) spare = new Float64Array(size)
  return spare
}

/** Weights falling off linearly to nothing `reach + 1` lines away: a box filter applied twice. */
export function triangle(
  values: Float32Array,
  reach: number,
  out: Float32Array = new Float32Array(values.length),
): Float32Array {
  const count = values.length
  const width = reach + 1
  const boxed = sumsFor(count + width)
  let sum = 0
  for (let i = 0; i < count + width; i++) {
    if (i < count) sum += values[i]!
    if (i >= width) sum -= values[i - width]!
    boxed[i] = sum
  }
  let twice = 0
  for (let i = 0; i < width - 1; i++) twice += boxed[i]!
  for (let i = 0; i < count; i++) {
    twice += boxed[i + width - 1]!
    out[i] = Math.max(0, twice / width)
    twice -= boxed[i]!
  }
  return out
}

export function maximum(values: Float32Array): number {
  let max = 0
  for (let i = 0; i < values.length; i++) if (values[i]! > max) max = values[i]!
  return max
}
