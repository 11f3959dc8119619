// Shaping throughput compared with JSON.stringify of the same value: megabytes of input per second, for the two
// profiles, and for a value that fits as it is.
import { RESPONSE_PROFILES } from '@jeeves/contracts'
import { shapeValue } from '@jeeves/mcp-runtime'
import { printTable } from '../lib/table.js'
import { race } from '../lib/timing.js'
import { megabytes, SAMPLES } from './sample.js'

export async function benchShaping(): Promise<void> {
  const rows = []
  for (const [sample, value] of Object.entries(SAMPLES)) {
    const { 'claude-safe': safe, runtime } = RESPONSE_PROFILES
    const times = await race({
      stringify: () => JSON.stringify(value),
      safe: () => shapeValue(value, safe),
      runtime: () => shapeValue(value, runtime),
    })
    const speed = (ms: number) => ((megabytes(value) / ms) * 1000).toFixed(0)
    rows.push({
      sample,
      'claude-safe MB/s': speed(times.safe),
      'runtime MB/s': speed(times.runtime),
      'JSON.stringify MB/s': speed(times.stringify),
      'claude-safe bytes': Buffer.byteLength(JSON.stringify(shapeValue(value, safe).value)),
    })
  }
  printTable(rows)
}
