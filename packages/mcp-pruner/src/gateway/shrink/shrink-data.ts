// Data that stands alone, such as the JSON of one of several blocks, within its limits.
import type { ResponseLimits } from '@jeeves/contracts'
import { jsonStringBytes, printJson, type Shaped, shapeValue } from '@jeeves/mcp-runtime'
import { withTotals } from './marks.js'
import { fullest, Shrinkable } from './shrinkable.js'

export function shrinkData(value: unknown, limits: ResponseLimits, strict: boolean): Shaped {
  if (strict) return shapeValue(value, limits, { encoding: 'text' })
  const shrinkable = new Shrinkable(value)
  const filled = fullest(
    limits.maxBytes,
    limits.maxBytes,
    (room) => {
      const { value: part, cuts } = shrinkable.fill(room, 'text', {})
      const shaped = shapeValue(withTotals(part, cuts), UNBOUNDED, { encoding: 'text' })
      const isCut = cuts.length > 0
      return { made: { ...shaped, truncated: isCut }, isCut }
    },
    (made) => jsonStringBytes(printJson(made.value)),
  )
  if (jsonStringBytes(printJson(filled.value)) < limits.maxBytes) return filled
  return shapeValue(value, limits, { encoding: 'text' })
}

/** Nothing is cut by these: totals are told. */
export const UNBOUNDED: ResponseLimits = {
  maxBytes: Number.MAX_SAFE_INTEGER,
  maxArrayItems: Number.MAX_SAFE_INTEGER,
  maxStringLength: Number.MAX_SAFE_INTEGER,
  maxJsonDepth: 64,
  maxSummaryLength: 100,
  maxLogLines: Number.MAX_SAFE_INTEGER,
  truncationSuffix: '...',
}
