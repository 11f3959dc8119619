// The pruning metadata of a result of the pruner's tools, wherever the client put it.

export interface PruningSummary {
  readonly applied: boolean
  readonly raw_bytes: number
  readonly pruned_bytes?: number
  readonly reason?: string
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined

/** Clients that are sent text alone find it under `_meta`; Codex spells the usual place its own way. */
export function pruningSummaryOf(result: unknown): PruningSummary | undefined {
  const fields = fieldsOf(result)
  if (!fields) return undefined
  const structured = [fields['structuredContent'], fields['structured_content'], fields['_meta']]
  for (const candidate of structured) {
    const pruning = fieldsOf(fieldsOf(candidate)?.['pruning'])
    if (typeof pruning?.['applied'] === 'boolean' && typeof pruning['raw_bytes'] === 'number') {
      const { applied, raw_bytes, pruned_bytes, reason } = pruning as unknown as PruningSummary
      return {
        applied,
        raw_bytes,
        ...(typeof pruned_bytes === 'number' && { pruned_bytes }),
        ...(typeof reason === 'string' && { reason }),
      }
    }
  }
  return undefined
}
