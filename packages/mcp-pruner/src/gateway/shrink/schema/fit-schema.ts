// The largest value, of those tried, that is within a limit, still valid for its schema, and says what was
// cut from it.
import { jsonStringBytes, plainJson, printJson } from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../../rpc/message.js'
import { type Cut, describeCuts, noteMembers, noteOf } from '../note.js'
import { Constraints } from './constraints.js'
import { unsealed } from './say-cut.js'
import { type Place, type Pressure, type Shrunk, shrink } from './schema-shrinker.js'
import { type IsValid, validatorFor } from './validator.js'

export interface FitRequest {
  readonly value: unknown
  readonly schema: Fields
  /** Lists of `value` that are a choice already. */
  readonly narrowed: readonly Cut[]
  readonly ref: string
  readonly maxItems: number
  readonly maxChars: number
  readonly maxDepth: number
  /** Bytes of the value as JSON, and once more as escaped text if it is sent twice. */
  readonly maxBytes: number
  readonly isSentTwice: boolean
  /** False: it is only told what is missing, and nothing else is cut. Default true. */
  readonly isPressed?: boolean
  /** What `value` was before anything was left out of it. */
  readonly original?: unknown
}

export type Fit =
  /** Within the limit, and everything that is missing is said in it. */
  | { readonly how: 'told'; readonly value: unknown }
  /** The smallest valid value; that something is missing can only be said elsewhere. */
  | {
      readonly how: 'smallest'
      readonly value: unknown
      readonly isTold: boolean
      readonly cuts: readonly Cut[]
    }
  /** The value is not valid as it came. */
  | { readonly how: 'invalid' }

/** The best that was found by then is good enough. */
const BUDGET_MS = 1000

/** Shares of the limits on items and characters, and how many optional members stay. */
type Step = readonly [items: number, chars: number, optional: number]
const STEPS: readonly Step[] = [
  [1, 1, Number.POSITIVE_INFINITY],
  [1, 0.5, 50],
  [1, 0.2, 30],
  [0.5, 0.4, 20],
  [0.5, 0.16, 12],
  [0.3, 0.2, 8],
  [0.3, 0.08, 5],
  [0.1, 0.2, 5],
  [0.1, 0.08, 3],
  [0, 0.04, 0],
  [0, 0, 0],
]

export function fitSchema(request: FitRequest): Fit {
  const { value, schema, narrowed, isPressed = true } = request
  const steps = isPressed ? STEPS : STEPS.slice(0, 1)
  const isValid = validatorFor(schema)
  if (!isValid(plainJson(value))) return { how: 'invalid' }
  const constraints = new Constraints(schema)
  let smallest: Attempt | undefined
  const end = performance.now() + BUDGET_MS
  for (const place of ['members', 'inside'] as const) {
    const attempts = steps.map((step) => once(() => tried(press(step, place))))
    // The hardest first, so that there is something small whatever the clock says.
    attempts.at(-1)?.()
    let step = 0
    for (let high = steps.length - 1; step < high && performance.now() < end; ) {
      const middle = (step + high) >> 1
      const made = attempts[middle]?.()
      if (made && made.size < request.maxBytes) high = middle
      else step = middle + 1
    }
    for (; step < steps.length && performance.now() < end; step++) {
      const made = attempts[step]?.()
      if (made?.isTold && made.size < request.maxBytes) return { how: 'told', value: made.value }
      // A closed object takes no members, however small it is.
      if (place === 'members' && made?.isTold === false) break
    }
  }
  if (smallest?.isTold && smallest.size < request.maxBytes) {
    return { how: 'told', value: smallest.value }
  }
  return smallest
    ? { how: 'smallest', value: smallest.value, isTold: smallest.isTold, cuts: smallest.cuts }
    : { how: 'smallest', value, isTold: true, cuts: [] }

  function tried(made: Attempt | undefined): Attempt | undefined {
    const isBetter =
      made &&
      (!smallest || (made.isTold === smallest.isTold ? made.size < smallest.size : made.isTold))
    if (isBetter) smallest = made
    return made
  }

  function press([items, chars, maxOptional]: Step, place: Place): Attempt | undefined {
    const pressure: Pressure = {
      maxItems: Math.floor(request.maxItems * items),
      maxChars: Math.floor(request.maxChars * chars),
      maxOptional,
      maxDepth: request.maxDepth,
    }
    for (const one of eased(pressure)) {
      const shrunk = shrink(value, constraints, one, place, narrowed)
      const bare = unsealed(shrunk.value).value
      if (!isValid(plainJson(bare))) continue
      const told = shrunk.cuts.length === 0 ? bare : tell(shrunk, bare, place, request, isValid)
      const shown = told ?? bare
      const { cuts } = shrunk
      return { value: shown, size: sizeOf(shown, request), isTold: told !== undefined, cuts }
    }
    return undefined
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

interface Attempt {
  readonly value: unknown
  readonly size: number
  readonly isTold: boolean
  readonly cuts: readonly Cut[]
}

function sizeOf(value: unknown, { isSentTwice }: FitRequest): number {
  const json = printJson(value)
  return Buffer.byteLength(json) + (isSentTwice ? jsonStringBytes(json) : 0)
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

/** The value with the note in it; `undefined` when its schema leaves no place for one. `bare` has no seals. */
function tell(
  { value, cuts, isUnsaid }: Shrunk,
  bare: unknown,
  place: Place,
  { ref, value: given, original = given }: FitRequest,
  isValid: IsValid,
): unknown {
  // A cut text says itself what is missing, and where that is.
  if (cuts.every(({ unit }) => unit === 'lines') && !isUnsaid) return bare
  const note = noteOf(describeCuts(cuts), ref)
  if (place === 'inside') {
    const told = unsealed(value, note)
    return !isUnsaid && told.isNoted && isValid(plainJson(told.value)) ? told.value : undefined
  }
  if (!isFields(bare)) return undefined
  for (const members of noteMembers(note, ref, cuts, original)) {
    const told = { ...bare, ...members }
    if (isValid(plainJson(told))) return told
  }
  return undefined
}
