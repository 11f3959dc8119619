// A value that no schema describes, within its limits: in its own form with marks and a note, or in the envelope. It
// stands in `structuredContent` or is the one text of the answer.
import type { MCPResponseEnvelope } from '@jeeves/contracts'
import { type Encoding, shapeValue, totalOf } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import { type Cut, describeCuts, noteOf, withMarks, withTotals } from '../shrink/note.js'
import {
  type Fitting,
  fitted,
  Shrinkable,
  type ShrinkRequest,
  type Shrunk,
} from '../shrink/shrinkable.js'
import { countedBytes } from './blocks.js'
import { dataEnvelope, LEAST_BYTES } from './envelope.js'
import { reduced, withLabels } from './reduce.js'
import type { SentValue } from './sent-value.js'
import type { ShapeContext } from './shape-context.js'

/** Shaping spends its room in steps of about this size. */
const SLACK = 16
/** Less holds no value. */
const LEAST_ROOM = 64
/** What an envelope takes beside its data. */
const ENVELOPE_BYTES = 400
/** Room for the note and its members. */
const NOTE_BYTES = 300

/** The value, or what a question chose of it, with about so many bytes of data. */
export function filler(
  value: unknown,
  { choice, base, rule }: ShapeContext,
  { encoding, ref }: { readonly encoding: Encoding; readonly ref?: string | undefined },
): (room: number) => Shrunk {
  const { remake } = choice ?? {}
  if (choice && !remake) return () => ({ value, cuts: choice.cuts })
  const shrink = remake ?? shrinkerOf(reduced(value, rule).value)
  return (maxBytes) => shrink({ ref, base, room: { maxBytes, encoding } })
}

function shrinkerOf(value: unknown): (request: ShrinkRequest) => Shrunk {
  const shrinkable = new Shrinkable(value)
  return (request) => shrinkable.shrink(request)
}

/** In its own form, with a mark in each part, and a note in it or after it. */
export function markedValue(
  sent: SentValue,
  value: unknown,
  ref: string,
  context: ShapeContext,
): Fields {
  const { limits, original, picked } = context
  const { encoding } = sent
  const own = picked && picked.told === value ? picked.value : value
  const fill = filler(own, context, { encoding, ref: sent.isStructured ? ref : undefined })
  const answer = (shaped: unknown, cuts: readonly Cut[]): Fields => {
    const note = noteOf(cuts.length > 0 ? describeCuts(cuts) : 'shortened', ref)
    return sent.noted(shaped, note, ref, cuts, original)
  }
  let whole: unknown
  return fit(sent, ref, context, {
    room: sent.roomIn(limits.maxBytes - NOTE_BYTES),
    filled: (bytes) => {
      const { value: part, cuts } = fill(bytes)
      return { made: answer(withMarks(part, sent.unnoted(cuts)), cuts), isCut: cuts.length > 0 }
    },
    pressed: (bytes) => {
      const least = whole === undefined ? fill(0) : { value: whole, cuts: [] }
      whole = withTotals(least.value, least.cuts)
      const style = sent.isStructured && Array.isArray(whole) ? 'plain' : 'tell'
      const bounds = { ...limits, maxBytes: Math.max(Math.floor(bytes), LEAST_ROOM) }
      const bounded = shapeValue(whole, bounds, { encoding, style })
      return answer(bounded.value, countedAnew(bounded.value, whole))
    },
  })
}

/** Of a list that was cut once more, how much is left; what is missing elsewhere is marked there. */
function countedAnew(shaped: unknown, whole: unknown): readonly Cut[] {
  if (!Array.isArray(shaped) || !Array.isArray(whole)) return []
  const total = totalOf(whole) ?? whole.length
  return [{ path: [], shown: shaped.length, total, unit: 'items' }]
}

/** What fits; else once, as data, which is what it was. */
function fit(
  sent: SentValue,
  ref: string | undefined,
  { limits: { maxBytes } }: ShapeContext,
  how: Pick<Fitting<Fields>, 'room' | 'filled' | 'pressed'>,
): Fields {
  const less = (over: number) => (over + SLACK) / (sent.isSentTwice ? 2 : 1)
  const made = fitted<Fields>({ ...how, maxBytes, less, bytesOf: countedBytes })
  if (countedBytes(made) < maxBytes || !sent.isStructured || ref === undefined) return made
  const once = sent.once(made['structuredContent'], noteOf('shortened', ref))
  return countedBytes(once) < countedBytes(made) ? once : made
}

/** In an envelope; `ref` is where the whole is. */
export function envelopedValue(
  sent: SentValue,
  value: unknown,
  ref: string | undefined,
  context: ShapeContext,
): { readonly shaped: Fields; readonly isWhole: boolean } {
  const { limits, strict, choice, rule, picked } = context
  // An envelope says in its own members that fields are missing.
  const own = picked && picked.told === value ? picked.value : value
  let isWhole = false
  const made = (data: Shrunk, maxBytes: number): Fields => {
    const envelope = inEnvelope(sent, data, ref, maxBytes, context, own !== value)
    isWhole = !envelope.metadata.truncated
    return sent.with(envelope, true)
  }
  const fill = filler(own, context, { encoding: sent.encoding })
  const room = sent.roomIn(limits.maxBytes - ENVELOPE_BYTES)
  const envelope = sent.roomIn(limits.maxBytes) - room
  const filled = (bytes: number) => {
    const part = fill(bytes)
    return { made: made(part, Number.MAX_SAFE_INTEGER), isCut: part.cuts.length > 0 }
  }
  let data: Shrunk | undefined
  const shaped = fit(sent, ref, context, {
    room,
    filled: strict ? undefined : filled,
    pressed: (bytes) => {
      // Limits on counts hold as well, or there is nothing that could be left out as a whole.
      data ??= rule || strict ? { value: own, cuts: choice?.cuts ?? [] } : fill(0)
      return made(data, Math.max(Math.floor(bytes + envelope), LEAST_BYTES))
    },
  })
  return { shaped, isWhole: isWhole && countedBytes(shaped) < limits.maxBytes }
}

function inEnvelope(
  { result }: SentValue,
  { value, cuts }: Shrunk,
  artifactRef: string | undefined,
  maxBytes: number,
  { limits, tool, durationMs, rule, original, listItems }: ShapeContext,
  isPicked: boolean,
): MCPResponseEnvelope {
  const { value: all, omitted } = reduced(withTotals(value, cuts), rule)
  const kept = listItems === 'labels' ? withLabels(all) : all
  return dataEnvelope(kept, {
    tool,
    durationMs,
    isReduced: omitted.length > 0 || cuts.length > 0 || kept !== all || isPicked,
    isError: result['isError'] === true,
    original,
    cuts,
    limits: { ...limits, maxBytes },
    ...(artifactRef !== undefined && { artifactRef }),
  })
}
