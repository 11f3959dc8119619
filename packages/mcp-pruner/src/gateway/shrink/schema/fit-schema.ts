// A value within a limit that is still valid for its schema and says what was cut from it.
import type { ResponseLimits } from '@jeeves/contracts'
import {
  jsonStringBytes,
  type Omission,
  plainJson,
  printJson,
  type Shrunk,
} from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../../rpc/message.js'
import { type Fitting, fitted } from '../fitted.js'
import { describeCuts, type KeptAs, markOf, noteMembers, noteOf, withTotals } from '../note.js'
import { Shrinkable } from '../shrinkable.js'
import { Constraints } from './constraints.js'
import { noteCut } from './note-cut.js'
import { type Easing, SchemaDemands } from './schema-demands.js'
import { type IsValid, validatorFor } from './validator.js'

export interface FitRequest extends KeptAs {
  readonly value: unknown
  readonly schema: Fields
  readonly ref: string
  /** The only lines (0-based) of the value to show; absent: any. */
  readonly chosen?: ReadonlySet<number>
  /** What was left out of `value` already. */
  readonly narrowed?: readonly Omission[]
  readonly limits: ResponseLimits
  /** Long strings are texts, not fields. */
  readonly withTexts: boolean
  /** Bytes of the value as JSON, and once more as escaped text if it is sent twice. */
  readonly maxBytes: number
  readonly isSentTwice: boolean
}

export type Fit =
  /** Within the limit, and everything that is missing is noted in it. */
  | { readonly how: 'noted'; readonly value: unknown }
  /** The smallest valid value; that something is missing can only be noted elsewhere. */
  | {
      readonly how: 'smallest'
      readonly value: unknown
      readonly isNoted: boolean
      readonly cuts: readonly Omission[]
    }
  /** The value is not valid as it came. */
  | { readonly how: 'invalid' }

/** Where a cut is noted: in members of the whole value, or in a string of what was cut, else in any other. */
type NotePlace = 'members' | 'inside'

interface Attempt {
  readonly value: unknown
  readonly isNoted: boolean
  readonly cuts: readonly Omission[]
}

/** For a note beside the value. */
const NOTE_BYTES = 300
/** The best that was found by then is good enough. */
const BUDGET_MS = 1000

/** Everything may be cut, then one kind of part less at a time. */
const EASINGS: readonly Easing[] = [
  {},
  { keepsMembers: true },
  { keepsStrings: true },
  { keepsStrings: true, keepsMembers: true },
  { keepsItems: true },
  { keepsItems: true, keepsMembers: true },
]

export function fitSchema(request: FitRequest): Fit {
  const { value, schema, maxBytes } = request
  const isValid = validatorFor(schema)
  if (!isValid(plainJson(value))) return { how: 'invalid' }
  const fitter = new Fitter(request, isValid)
  const end = performance.now() + BUDGET_MS
  let smallest: Fitting<Attempt> | undefined
  for (const place of ['members', 'inside'] as const) {
    for (const easing of EASINGS) {
      const found = performance.now() < end ? fitter.fit(easing, place) : undefined
      if (!found?.made) continue
      const fitting = { ...found, made: found.made }
      if (fitting.made.isNoted && fitting.size < maxBytes) {
        return { how: 'noted', value: fitting.made.value }
      }
      smallest = better(smallest, fitting)
      // What may be cut less is larger.
      break
    }
  }
  const { made } = smallest ?? { made: { value, isNoted: true, cuts: [] } }
  return { how: 'smallest', ...made }
}

function better(a: Fitting<Attempt> | undefined, b: Fitting<Attempt>): Fitting<Attempt> {
  if (!a) return b
  if (a.made.isNoted !== b.made.isNoted) return a.made.isNoted ? a : b
  return b.size < a.size ? b : a
}

class Fitter {
  readonly #request: FitRequest
  readonly #isValid: IsValid
  readonly #constraints: Constraints
  readonly #shrinkable: Shrinkable

  constructor(request: FitRequest, isValid: IsValid) {
    this.#request = request
    this.#isValid = isValid
    this.#constraints = new Constraints(request.schema)
    const { value, narrowed = [], withTexts } = request
    this.#shrinkable = new Shrinkable(withTotals(value, narrowed), withTexts)
  }

  /** `made` is `undefined` when the schema forbids what was cut. */
  fit(easing: Easing, place: NotePlace): Fitting<Attempt | undefined> {
    const { maxBytes } = this.#request
    return fitted(maxBytes, maxBytes, (room) => {
      const shrunk = this.#shrunk(easing, room)
      const made = this.#isValid(plainJson(shrunk.value)) ? this.#noted(shrunk, place) : undefined
      const elsewhere = made?.isNoted === false ? NOTE_BYTES : 0
      return { made, bytes: shrunk.bytes, size: made ? this.#sizeOf(made.value) + elsewhere : 0 }
    })
  }

  #shrunk(easing: Easing, room: number): Shrunk {
    const { limits, isSentTwice, ref, base, chosen, narrowed = [] } = this.#request
    const { cuts, ...made } = this.#shrinkable.shrink({
      ref,
      base,
      ...(chosen && { chosen }),
      room: {
        maxBytes: room,
        encoding: isSentTwice ? 'both' : 'json',
        limits: { ...limits, truncationSuffix: ` ${markOf('cut')}` },
        demands: (root) => new SchemaDemands(root, this.#constraints, easing),
      },
    })
    const texts = narrowed.filter(({ unit }) => unit === 'lines')
    return { ...made, cuts: [...texts, ...cuts.map((cut) => this.#withSource(cut))] }
  }

  /** With the place where it was before something was left out already. */
  #withSource(cut: Omission): Omission {
    const place = cut.source?.join('\0')
    const before = this.#request.narrowed?.find(({ path }) => path.join('\0') === place)
    return before?.source ? { ...cut, source: before.source } : cut
  }

  #noted({ value, cuts }: Shrunk, place: NotePlace): Attempt {
    const noted = cuts.length === 0 ? value : this.#withNote(value, cuts, place)
    return { value: noted ?? value, isNoted: noted !== undefined, cuts }
  }

  /** `undefined` when the schema leaves no place for the note. */
  #withNote(value: unknown, cuts: readonly Omission[], place: NotePlace): unknown {
    const { ref, value: original } = this.#request
    // A cut text says itself what is missing, and where that is.
    if (cuts.every(({ unit }) => unit === 'lines')) return value
    const note = noteOf(describeCuts(cuts), ref)
    if (place === 'inside') {
      const noted = noteCut(value, cuts, note, this.#constraints)
      return noted !== undefined && this.#isValid(plainJson(noted)) ? noted : undefined
    }
    if (!isFields(value)) return undefined
    for (const members of noteMembers(note, ref, cuts, original)) {
      const noted = { ...value, ...members }
      if (this.#isValid(plainJson(noted))) return noted
    }
    return undefined
  }

  #sizeOf(value: unknown): number {
    const json = printJson(value)
    return Buffer.byteLength(json) + (this.#request.isSentTwice ? jsonStringBytes(json) : 0)
  }
}
