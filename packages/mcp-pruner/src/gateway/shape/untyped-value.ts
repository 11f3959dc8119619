// A structured value that no schema describes, within its limits: in its own form with marks and a note, or, where all
// limits on data hold, in the envelope.
import { printJson, shapeValue, totalOf } from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../rpc/message.js'
import { withTotals } from '../shrink/marks.js'
import { type Cut, describeCuts, markOf, noteMembers, noteOf } from '../shrink/note.js'
import { UNBOUNDED } from '../shrink/shrink-data.js'
import { fullest } from '../shrink/shrinkable.js'
import { beside, CUT, stringsOf } from './beside.js'
import { type Block, countedBytes, textBlock, textsOf } from './blocks.js'
import { repeats } from './client-form.js'
import { dataEnvelope, LEAST_BYTES } from './envelope.js'
import { reduced } from './reduce.js'
import type { ShapeContext } from './shape-context.js'
import { filler } from './shape-data.js'

/** Room for the note and its members. */
const NOTE_BYTES = 300

/** In its own form, with a mark in each part and a note in it. */
export function markedValue(
  result: Fields,
  value: unknown,
  ref: string,
  context: ShapeContext,
): Fields {
  const { limits, original, picked } = context
  const isPicked = picked !== undefined && picked.told === value
  const own = isPicked ? picked.value : value
  const fill = filler(own, context, { encoding: 'json', ref })
  const { isSentTwice, others } = contentBeside(result, value, ref, context)
  const answer = (shaped: unknown, cuts: readonly Cut[]): Fields => {
    const what = cuts.length > 0 ? describeCuts(cuts) : 'shortened'
    const told = noted(shaped, noteOf(what, ref), ref, cuts, original)
    const content = isSentTwice ? [textBlock(printJson(told)), ...others] : others
    return { ...result, content, structuredContent: told }
  }
  const frame = countedBytes({ ...result, content: others, structuredContent: {} }) + NOTE_BYTES
  const room = (limits.maxBytes - frame) / (isSentTwice ? 2.2 : 1)
  const filled = fullest(
    limits.maxBytes,
    room,
    (bytes) => {
      const { value: part, cuts } = fill(bytes)
      const { value: marked } = shapeValue(withTotals(part, cuts), UNBOUNDED, styleOf(part))
      return { made: answer(marked, cuts), isCut: cuts.length > 0 }
    },
    countedBytes,
  )
  if (countedBytes(filled) < limits.maxBytes) return filled
  const least = fill(0)
  return smallest(limits.maxBytes, room, ref, others, (maxBytes) => {
    const whole = withTotals(least.value, least.cuts)
    const bounded = shapeValue(whole, { ...limits, maxBytes }, styleOf(whole))
    return answer(bounded.value, countedAnew(bounded.value, whole))
  })
}

/** A list ends with the note itself. */
const styleOf = (value: unknown) => ({ style: Array.isArray(value) ? 'plain' : 'tell' }) as const

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
  maxBytes: number,
  room: number,
  ref: string,
  others: readonly Block[],
  make: (bytes: number) => Fields,
): Fields {
  let made: Fields = {}
  for (const share of SHARES) {
    made = make(Math.max(Math.floor(room * share), 64))
    if (countedBytes(made) < maxBytes) return made
  }
  const once = { ...made, content: [textBlock(noteOf('shortened', ref)), ...others] }
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

function contentBeside(result: Fields, value: unknown, ref: string, context: ShapeContext) {
  const strings = stringsOf(value)
  const isSentTwice = repeats(result, value) || textsOf(result).every((text) => strings.has(text))
  const others = beside(result, ref, context, (text) =>
    isSentTwice || strings.has(text) ? undefined : CUT,
  )
  return { isSentTwice, others }
}

/** In an envelope, sent as data and, where it was in it, as text. */
export function envelopedValue(
  result: Fields,
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
  const { isSentTwice, others } = contentBeside(result, value, ref, context)
  const room = limits.maxBytes * (isSentTwice ? 0.45 : 0.9)
  return smallest(limits.maxBytes, room, ref, others, (maxBytes) => {
    const envelope = dataEnvelope(kept, {
      tool,
      durationMs,
      isReduced: omitted.length > 0 || isPicked || cuts.length > 0,
      original,
      isError: result['isError'] === true,
      limits: { ...limits, maxBytes: Math.max(maxBytes, LEAST_BYTES) },
      artifactRef: ref,
    })
    const content = isSentTwice ? [textBlock(printJson(envelope)), ...others] : others
    return { ...result, content, structuredContent: envelope }
  })
}
