// What of an object is worth its bytes first. Lower goes in earlier.
import type { Reading } from './read.js'

/** What it is, and whether it went well. */
const IMPORTANT_KEY =
  /^(?:.*[_-])?(?:id|uuid|key|name|title|label|summary|path|file|line|url|type|kind|code|status|state|severity|level|priority|success|ok|count|total|error|errors|message|reason|warning|warnings|failed|failures|exit_?code|has_?more|next_?cursor)$|(?:Id|Name|Path|Url|Type|Code|Status|Count|Total|Error|Message)$/i

/** Longer strings are text to read, not values to know. */
export const SHORT_STRING = 80

export type ImportanceClass = 0 | 1 | 2 | 3

export const isImportantKey = (key: string): boolean => key.length <= 40 && IMPORTANT_KEY.test(key)

export function importanceOf(reading: Reading, important: boolean): ImportanceClass {
  if (reading.kind === 'array') return important ? 2 : 3
  if (reading.kind === 'object') return important ? 1 : 2
  if (important) return 0
  const isLong =
    reading.kind === 'scalar' &&
    typeof reading.value === 'string' &&
    reading.value.length > SHORT_STRING
  return isLong ? 3 : 1
}
