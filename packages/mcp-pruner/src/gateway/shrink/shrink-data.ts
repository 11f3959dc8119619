// Data that stands alone, such as the JSON of one of several blocks, within its limits.
import type { ResponseLimits } from '@jeeves/contracts'
import { jsonStringBytes, printJson, type Shaped, shapeValue } from '@jeeves/mcp-runtime'
import { withMarks } from './marks.js'
import { fullest, Shrinkable } from './shrinkable.js'

export function shrinkData(value: unknown, limits: ResponseLimits, strict: boolean): Shaped {
  if (strict) return shapeValue(value, limits, { encoding: 'text' })
  const shrinkable = new Shrinkable(value)
  const filled = fullest(
    limits.maxBytes,
    limits.maxBytes,
    (room) => {
      const { value: part, cuts } = shrinkable.fill(room, 'text', {})
      const isCut = cuts.length > 0
      return { made: { value: withMarks(part, cuts), truncated: isCut, cuts: [] }, isCut }
    },
    (made) => jsonStringBytes(printJson(made.value)),
  )
  if (jsonStringBytes(printJson(filled.value)) < limits.maxBytes) return filled
  return shapeValue(value, limits, { encoding: 'text' })
}
