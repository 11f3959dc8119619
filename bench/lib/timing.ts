// Ratios survive a noisy machine only if both sides are measured in turn, in one run.

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Runs the contestants in turn, `rounds` times, and gives each one's median milliseconds. */
export async function race<Name extends string>(
  contestants: Readonly<Record<Name, () => unknown>>,
  rounds = 9,
): Promise<Record<Name, number>> {
  const names = Object.keys(contestants) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const start = performance.now()
      await contestants[name]()
      if (round >= 0) times[name].push(performance.now() - start) // round -1 warms up
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<
    Name,
    number
  >
}
