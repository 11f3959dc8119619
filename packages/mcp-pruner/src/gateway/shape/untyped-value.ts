// A structured value that no schema describes, within its limits: in its own form with marks and a note, or, where all
// limits on data hold, in the envelope.
import { shapeValue, totalOf } from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../rpc/message.js'
import { withMarks, withTotals } from '../shrink/marks.js'
import { type Cut, describeCuts, markOf, noteMembers, noteOf } from '../shrink/note.js'
import { fullest } from '../shrink/shrinkable.js'
import { countedBytes } from './blocks.js'
import { dataEnvelope, LEAST_BYTES } from './envelope.js'
import { reduced } from './reduce.js'
import type { SentValue } from './sent-value.js'
import type { ShapeContext } from './shape-context.js'
import { filler } from './shape-data.js'

/** Room for the note and its members. */
const NOTE_BYTES = 300

/** In its own form, with a mark in each part and a note in it. */
export function markedValue(
  sent: SentValue,
  value: unknown,
  ref: string,
  context: ShapeContext,
): Fields {
  const { limits, original, picked } = context
  const isPicked = picked !== undefined && picked.told === value
  const own = isPicked ? picked.value : value
  const fill = filler(own, context, { encoding: 'json', ref })
  const answer = (shaped: unknown, cuts: readonly Cut[]): Fields => {
    const what = cuts.length > 0 ? describeCuts(cuts) : 'shortened'
    return sent.with(noted(shaped, noteOf(what, ref), ref, cuts, original))
  }
  const room = (limits.maxBytes - sent.frameBytes - NOTE_BYTES) / (sent.isSentTwice ? 2.2 : 1)
  const filled = fullest(
    limits.maxBytes,
    room,
    (bytes) => {
      const { value: part, cuts } = fill(bytes)
      return { made: answer(withMarks(part, inside(cuts)), cuts), isCut: cuts.length > 0 }
    },
    countedBytes,
  )
  if (countedBytes(filled) < limits.maxBytes) return filled
  const least = fill(0)
  return smallest(sent, limits.maxBytes, room, ref, (maxBytes) => {
    const whole = withTotals(least.value, least.cuts)
    const style = Array.isArray(whole) ? 'plain' : 'tell'
    const bounded = shapeValue(whole, { ...limits, maxBytes }, { style })
    return answer(bounded.value, countedAnew(bounded.value, whole))
  })
}

/** A list that is the value ends with the note itself. */
const inside = (cuts: readonly Cut[]): readonly Cut[] =>
  cuts.filter(({ path, unit }) => path.length > 0 || unit !== 'items')

/** Of a list that was cut once more, how much is left; what is missing elsewhere is marked there. */
function countedAnew(shaped: unknown, whole: unknown): readonly Cut[] {
  if (!Array.isArray(shaped) || !Array.isArray(whole)) return []
  const total = totalOf(whole) ?? whole.length
  return [{ path: [], shown: shaped.length, total, unit: 'items' }]
}

/** Parts of the room that are tried until everything fits. */
const SHARES = [1, 0.85, 0.7, 0.55, 0.4, 0.25, 0.1]

/** The first that fits; else once, as data, which is what it was. */
function smallest(
  sent: SentValue,
  maxBytes: number,
  room: number,
  ref: string,
  make: (bytes: number) => Fields,
): Fields {
  let made: Fields = {}
  for (const share of SHARES) {
    made = make(Math.max(Math.floor(room * share), 64))
    if (countedBytes(made) < maxBytes) return made
  }
  const once = sent.once(made['structuredContent'], noteOf('shortened', ref))
  return countedBytes(once) < countedBytes(made) ? once : made
}

/** The value with the note in it; what can hold none stays. */
export function noted(
  value: unknown,
  note: string,
  ref: string,
  cuts: readonly Cut[],
  original: unknown,
): unknown {
  if (Array.isArray(value)) return [...(value as unknown[]), note]
  if (!isFields(value)) return value
  const [members = { [markOf('note')]: note }] = noteMembers(note, ref, cuts, original)
  return { ...value, ...members }
}

/** In an envelope, sent as data and, where it was in it, as text. */
export function envelopedValue(
  sent: SentValue,
  value: unknown,
  ref: string,
  context: ShapeContext,
): Fields {
  const { limits, tool, durationMs, choice, original, picked } = context
  const isPicked = picked !== undefined && picked.told === value
  // An envelope says in its own members that fields are missing.
  const own = isPicked ? picked.value : value
  const cuts = choice?.cuts ?? []
  const { value: kept, omitted } = reduced(withTotals(own, cuts), context.rule)
  const room = limits.maxBytes * (sent.isSentTwice ? 0.45 : 0.9)
  return smallest(sent, limits.maxBytes, room, ref, (maxBytes) => {
    const envelope = dataEnvelope(kept, {
      tool,
      durationMs,
      isReduced: omitted.length > 0 || isPicked || cuts.length > 0,
      original,
      isError: sent.result['isError'] === true,
      limits: { ...limits, maxBytes: Math.max(maxBytes, LEAST_BYTES) },
      artifactRef: ref,
    })
    return sent.with(envelope, true)
  })
}
