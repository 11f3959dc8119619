// Passes along the lines in which what is near counts and fades with distance, each linear.

/** Mean with weights that fall by `keep` a line, in both directions. */
export function fadingMean(
  sums: Float32Array,
  masses: Float32Array,
  keep: number,
  out: Float32Array,
): void {
  const n = sums.length
  const backSum = new Float32Array(n)
  const backMass = new Float32Array(n)
  let sum = 0
  let mass = 0
  for (let i = n - 1; i >= 0; i--) {
    sum = sum * keep + sums[i]!
    mass = mass * keep + masses[i]!
    backSum[i] = sum
    backMass[i] = mass
  }
  sum = 0
  mass = 0
  for (let i = 0; i < n; i++) {
    const total = mass * keep + backMass[i]!
    out[i] = total > 1e-6 ? (sum * keep + backSum[i]!) / total : 0
    sum = sum * keep + sums[i]!
    mass = mass * keep + masses[i]!
  }
}

/** What of a match is left a line away: of one that reaches few lines, and of one that reaches many. */
const NARROW = 0.8
const WIDE = 0.95
const WHOLE = 255

/** Where the best match near each line is added up, and where it is written as it is if that is wanted. */
export interface Covers {
  readonly narrow: Float32Array
  readonly wide: Float32Array
  readonly own?: Float32Array | undefined
}

/**
 * For one term: adds `weight` × the best match near each line, where a match fades with every line. Only
 * matches of at least `least` count. Both covers in one pass, since neither waits for the other's product.
 * `scratch` has room for two numbers a line.
 */
export function addFadingBest(
  matches: Uint8Array,
  from: number,
  least: number,
  weight: number,
  { narrow, wide, own }: Covers,
  scratch: Float32Array,
): void {
  const n = narrow.length
  let near = 0
  let far = 0
  for (let i = n - 1; i >= 0; i--) {
    near *= NARROW
    far *= WIDE
    const here = matches[from + i]!
    if (here >= least) {
      if (here > near) near = here
      if (here > far) far = here
    }
    scratch[2 * i] = near
    scratch[2 * i + 1] = far
  }
  near = 0
  far = 0
  const scale = weight / WHOLE
  for (let i = 0; i < n; i++) {
    near *= NARROW
    far *= WIDE
    const nearAhead = scratch[2 * i]!
    const farAhead = scratch[2 * i + 1]!
    const best = nearAhead > near ? nearAhead : near
    narrow[i]! += best * scale
    wide[i]! += (farAhead > far ? farAhead : far) * scale
    if (own !== undefined) own[i] = best * (1 / WHOLE)
    const here = matches[from + i]!
    if (here >= least) {
      if (here > near) near = here
      if (here > far) far = here
    }
  }
}
