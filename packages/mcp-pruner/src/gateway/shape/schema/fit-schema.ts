// The largest value, of those tried, that is smaller than a limit and still valid for its schema.
import { type Fields, isFields } from '../../../rpc/message.js'
import { Constraints } from './constraints.js'
import { type Pressure, shrink } from './shrink.js'
import { validatorFor } from './validator.js'

export interface SchemaFit {
  readonly value: Fields
  /** False: no valid value that was found is within the limit, and this is the smallest one. */
  readonly fits: boolean
}

export interface SchemaLimits {
  readonly maxItems: number
  readonly maxChars: number
  readonly maxDepth: number
  readonly cutText: Pressure['cutText']
  /** Whether a candidate is small enough. */
  readonly fits: (candidate: Fields) => boolean
  /** Added to a candidate when it stays valid with it; the first that does. */
  readonly notes: readonly Fields[]
}

/** Shares of the limits on items and characters, and how many optional members stay. */
const STEPS: readonly (readonly [items: number, chars: number, optional: number])[] = [
  [1, 1, Number.POSITIVE_INFINITY],
  [1, 0.5, 50],
  [1, 0.2, 30],
  [0.5, 0.4, 20],
  [0.5, 0.16, 12],
  [0.3, 0.2, 8],
  [0.3, 0.08, 5],
  [0.1, 0.2, 5],
  [0.1, 0.08, 3],
  [0.1, 0.04, 0],
  [0, 0.04, 0],
  [0, 0, 0],
]

/** `value` is valid for `schema`. */
export function fitSchema(value: Fields, schema: Fields, limits: SchemaLimits): SchemaFit {
  const constraints = new Constraints(schema)
  const isValid = validatorFor(schema)
  let smallest: { value: Fields; size: number } | undefined
  for (const [items, chars, maxOptional] of STEPS) {
    const pressure: Pressure = {
      maxItems: Math.floor(limits.maxItems * items),
      maxChars: Math.floor(limits.maxChars * chars),
      maxOptional,
      maxDepth: limits.maxDepth,
      cutText: limits.cutText,
    }
    for (const attempt of eased(pressure)) {
      const candidate = shrink(value, constraints, attempt)
      if (!isFields(candidate) || !isValid(candidate)) continue
      const noted = withNote(candidate, limits.notes, isValid)
      if (limits.fits(noted)) return { value: noted, fits: true }
      const size = JSON.stringify(noted).length
      if (!smallest || size < smallest.size) smallest = { value: noted, size }
      break
    }
  }
  return { value: smallest?.value ?? withNote(value, limits.notes, isValid), fits: false }
}

/** The same pressure, then with one kind of cut less at a time: some schemas forbid just one of them. */
function* eased(pressure: Pressure): Generator<Pressure> {
  const none = Number.POSITIVE_INFINITY
  yield pressure
  yield { ...pressure, maxOptional: none, maxDepth: none }
  yield { ...pressure, maxChars: none }
  yield { ...pressure, maxChars: none, maxOptional: none, maxDepth: none }
  yield { ...pressure, maxItems: none, maxDepth: none }
  yield { ...pressure, maxItems: none, maxOptional: none, maxDepth: none }
}

function withNote(
  value: Fields,
  notes: readonly Fields[],
  isValid: (value: unknown) => boolean,
): Fields {
  for (const note of notes) {
    // A member of the tool's own is never overwritten.
    if (Object.keys(note).some((key) => Object.hasOwn(value, key))) continue
    const noted = { ...value, ...note }
    if (isValid(noted)) return noted
  }
  return value
}
