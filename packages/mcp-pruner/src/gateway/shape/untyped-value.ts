// A value that no schema describes, within its limits: in its own form with marks and a note, or in the envelope. It
// stands in `structuredContent` or is the one text of the answer.
import type { MCPResponseEnvelope } from '@jeeves/contracts'
import { type Encoding, shapeValue, totalOf } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import { withMarks, withTotals } from '../shrink/marks.js'
import { type Cut, describeCuts, noteOf } from '../shrink/note.js'
import { fullest, Shrinkable, type Shrunk } from '../shrink/shrinkable.js'
import { countedBytes } from './blocks.js'
import { dataEnvelope, LEAST_BYTES } from './envelope.js'
import { withLabels } from './list-labels.js'
import { reduced } from './reduce.js'
import type { SentValue } from './sent-value.js'
import type { ShapeContext } from './shape-context.js'

/** The frame of the answer is measured, not guessed; this many attempts settle it. */
const ATTEMPTS = 8
/** Shaping spends its room in steps of about this size. */
const SLACK = 16
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
  const keptAs = { ref, base }
  const { remake } = choice ?? {}
  if (remake) return (maxBytes) => remake(keptAs, { maxBytes, encoding })
  if (choice) return () => ({ value, cuts: choice.cuts })
  const shrinkable = new Shrinkable(reduced(value, rule).value)
  return (room) => shrinkable.fill(room, encoding, keptAs)
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
  const room = sent.roomIn(limits.maxBytes - NOTE_BYTES)
  const filled = fullest(
    limits.maxBytes,
    room,
    (bytes) => {
      const { value: part, cuts } = fill(bytes)
      return { made: answer(withMarks(part, sent.unnoted(cuts)), cuts), isCut: cuts.length > 0 }
    },
    countedBytes,
  )
  if (countedBytes(filled) < limits.maxBytes) return filled
  const least = fill(0)
  const whole = withTotals(least.value, least.cuts)
  const style = sent.isStructured && Array.isArray(whole) ? 'plain' : 'tell'
  return pressed(sent, room, ref, context, (maxBytes) => {
    const bounded = shapeValue(whole, { ...limits, maxBytes }, { encoding, style })
    return answer(bounded.value, countedAnew(bounded.value, whole))
  })
}

/** Of a list that was cut once more, how much is left; what is missing elsewhere is marked there. */
function countedAnew(shaped: unknown, whole: unknown): readonly Cut[] {
  if (!Array.isArray(shaped) || !Array.isArray(whole)) return []
  const total = totalOf(whole) ?? whole.length
  return [{ path: [], shown: shaped.length, total, unit: 'items' }]
}

/** The first that fits; else once, as data, which is what it was. */
function pressed(
  sent: SentValue,
  room: number,
  ref: string | undefined,
  { limits }: ShapeContext,
  make: (bytes: number) => Fields,
): Fields {
  let maxBytes = room
  for (let attempt = 1; ; attempt++) {
    const made = make(Math.max(Math.floor(maxBytes), 64))
    const over = countedBytes(made) - limits.maxBytes + 1
    if (over <= 0) return made
    if (attempt === ATTEMPTS) {
      const once =
        sent.isStructured && ref !== undefined
          ? sent.once(made['structuredContent'], noteOf('shortened', ref))
          : made
      return countedBytes(once) < countedBytes(made) ? once : made
    }
    maxBytes -= (over + SLACK) / (sent.isSentTwice ? 2 : 1)
  }
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
  if (!strict) {
    const filled = fullest(
      limits.maxBytes,
      room,
      (bytes) => {
        const data = fill(bytes)
        return { made: made(data, Number.MAX_SAFE_INTEGER), isCut: data.cuts.length > 0 }
      },
      countedBytes,
    )
    if (countedBytes(filled) < limits.maxBytes) return { shaped: filled, isWhole }
  }
  // Limits on counts hold as well, or there is nothing that could be left out as a whole.
  const data = rule || strict ? { value: own, cuts: choice?.cuts ?? [] } : fill(0)
  const start = sent.roomIn(limits.maxBytes)
  const shaped = pressed(sent, start, ref, context, (maxBytes) =>
    made(data, Math.max(maxBytes, LEAST_BYTES)),
  )
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
