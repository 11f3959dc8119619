// Validation throughput compared with JSON.stringify of the same value. Limits are set so that nothing is
// refused: the whole value is walked.
import { MCPRequestLimitsSchema } from '@jeeves/contracts'
import { validateRequest } from '@jeeves/mcp-runtime'
import { printTable } from '../lib/table.js'
import { race } from '../lib/timing.js'
import { megabytes, SAMPLES } from './sample.js'

const limits = MCPRequestLimitsSchema.parse({ maxArraySize: 1_000_000 })

export async function benchValidation(): Promise<void> {
  const rows = []
  for (const [sample, value] of Object.entries(SAMPLES)) {
    if (!validateRequest(value, limits).valid) throw new Error(`${sample} is refused`)
    const times = await race({
      stringify: () => JSON.stringify(value),
      validate: () => validateRequest(value, limits),
    })
    const speed = (ms: number) => ((megabytes(value) / ms) * 1000).toFixed(0)
    rows.push({
      sample,
      'validate MB/s': speed(times.validate),
      'JSON.stringify MB/s': speed(times.stringify),
      ratio: (times.stringify / times.validate).toFixed(2),
    })
  }
  printTable(rows)
}
