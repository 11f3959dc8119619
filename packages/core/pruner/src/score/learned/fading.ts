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

/**
 * For one term: adds `weight` × the best match near each line, where a match fades by `keep` a line. Only
 * matches of at least `least` count.
 */
export function addFadingBest(
  matches: Uint8Array,
  from: number,
  least: number,
  keep: number,
  weight: number,
  out: Float32Array,
  scratch: Float32Array,
): void {
  const n = out.length
  let best = 0
  for (let i = n - 1; i >= 0; i--) {
    best *= keep
    const here = matches[from + i]!
    if (here > best && here >= least) best = here
    scratch[i] = best
  }
  best = 0
  const scale = weight / 255
  for (let i = 0; i < n; i++) {
    best *= keep
    const ahead = scratch[i]!
    out[i]! += (ahead > best ? ahead : best) * scale
    const here = matches[from + i]!
    if (here > best && here >= least) best = here
  }
}
