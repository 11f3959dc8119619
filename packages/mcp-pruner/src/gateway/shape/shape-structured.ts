// An answer with `structuredContent`, for clients that read it. Some show their model only that, so what is
// missing is said inside it.
import { printJson } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import { describeCuts, MOST_CUTS, noteOf, withMarks } from '../shrink/note.js'
import type { Fit, FitRequest } from '../shrink/schema/fit-schema.js'
import { countedBytes } from './blocks.js'
import { noted, SentValue } from './sent-value.js'
import type { ShapeContext } from './shape-context.js'
import { envelopedValue, filler, markedValue } from './untyped-value.js'

/** An answer whose schema forbids every smaller one passes whole up to so many times the limit. */
const WHOLE_UP_TO = 2

/** `undefined`: the schema could not be applied in time, and the answer is passed as it is. */
export async function shapeStructured(
  result: Fields,
  value: unknown,
  context: ShapeContext,
): Promise<Fields | undefined> {
  const ref = await context.keep(context.whole())
  const { outputSchema } = context
  const sent = SentValue.in(result).withLessBeside(ref, context)
  const shaped = outputSchema ? await typed(sent, value, outputSchema, ref, context) : 'invalid'
  if (shaped !== 'invalid') return shaped
  return context.strict
    ? envelopedValue(sent, value, ref, context).shaped
    : markedValue(sent, value, ref, context)
}

async function typed(
  sent: SentValue,
  value: unknown,
  schema: Fields,
  ref: string,
  context: ShapeContext,
): Promise<Fields | undefined | 'invalid'> {
  const { limits, strict, choice, schemas } = context
  const { isSentTwice } = sent
  const room = { ref, maxBytes: limits.maxBytes - sent.frameBytes, isSentTwice }
  const caps = {
    maxItems: strict ? limits.maxArrayItems : MOST_ITEMS,
    maxDepth: strict ? limits.maxJsonDepth : Number.MAX_SAFE_INTEGER,
  }
  // A text is no field: its lines are cut, and the limits for fields hold for what is beside it.
  const filled =
    strict && !sent.hasText
      ? undefined
      : await filledValue(value, schema, room, strict ? caps : UNPRESSED, context)
  if (filled) return settle(sent, filled, ref, context)
  const maxChars = Math.min(limits.maxStringLength, MOST_CHARS)
  const narrowed = choice?.cuts ?? []
  const fit = await schemas.fit({ ...room, ...caps, schema, value, narrowed, maxChars })
  if (!fit) return undefined
  // A question's choice is told or not made.
  if (choice && choice.cuts.length > 0 && fit.how !== 'told') return undefined
  return fit.how === 'invalid' ? 'invalid' : settle(sent, fit, ref, context)
}

/** Where nothing can be left out as a whole, lists and strings are pressed from here on. */
const MOST_ITEMS = 100
const MOST_CHARS = 4000

const FILL_TRIES = [0.97, 0.85, 0.7, 0.5, 0.25]

/** As much of the value as fits and its schema allows, with all that is missing told in it. */
async function filledValue(
  value: unknown,
  schema: Fields,
  room: Pick<FitRequest, 'ref' | 'maxBytes' | 'isSentTwice'>,
  caps: Partial<FitRequest>,
  context: ShapeContext,
): Promise<(Fit & { how: 'told' }) | undefined> {
  const { ref, maxBytes, isSentTwice } = room
  const fill = filler(value, context, { encoding: 'json', ref })
  // As escaped text it is a little longer than as JSON.
  const once = isSentTwice ? maxBytes / 2.2 : maxBytes
  for (const share of FILL_TRIES) {
    const { value: part, cuts } = fill(once * share)
    if (cuts.length === 0) return undefined
    const fit = await context.schemas.fit({
      ...UNPRESSED,
      ...caps,
      ...room,
      schema,
      value: part,
      original: value,
      narrowed: cuts,
    })
    if (fit?.how === 'told') return fit
    if (fit?.how !== 'smallest') return undefined
  }
  return undefined
}

const UNPRESSED = {
  maxItems: Number.MAX_SAFE_INTEGER,
  maxChars: Number.MAX_SAFE_INTEGER,
  maxDepth: Number.MAX_SAFE_INTEGER,
  isPressed: false,
} as const

function settle(
  sent: SentValue,
  fit: Exclude<Fit, { how: 'invalid' }>,
  ref: string,
  { limits }: ShapeContext,
): Fields {
  const { result } = sent
  if (fit.how === 'told') {
    // The schema asks for all that was over a limit.
    const isSame = printJson(fit.value) === printJson(result['structuredContent'])
    return isSame && countedBytes(result) < limits.maxBytes ? result : sent.with(fit.value)
  }
  const isPassed = !fit.isTold && countedBytes(result) <= limits.maxBytes * WHOLE_UP_TO
  if (isPassed) return result
  const missing = fit.isTold ? '' : `${describeCuts(fit.cuts)}; `
  const what = `${missing}no smaller answer is valid for the tool's schema`
  // At least it is not sent twice.
  return sent.once(fit.value, noteOf(what, ref))
}

/** A value within its limits from which a question chose: the note goes into it. */
export async function noteStructured(
  result: Fields,
  ref: string,
  note: string,
  context: ShapeContext,
): Promise<Fields | undefined> {
  const { choice, outputSchema, schemas, limits, original, base } = context
  const { structuredContent } = result
  if (!choice || structuredContent === undefined) return result
  // A text that was cut says where the whole is.
  const value =
    outputSchema && choice.remake ? choice.remake({ ref, base }).value : structuredContent
  if (!outputSchema) {
    // What the note has no room for is said where it is missing.
    const told = choice.cuts.length > MOST_CUTS ? withMarks(value, choice.cuts) : value
    const said = noted(told, note, ref, choice.cuts, original)
    return said === told ? undefined : SentValue.in(result).with(said)
  }
  const fit = await schemas.fit({
    ...UNPRESSED,
    schema: outputSchema,
    value,
    narrowed: choice.cuts,
    ref,
    maxBytes: limits.maxBytes,
    isSentTwice: false,
  })
  return fit?.how === 'told' ? SentValue.in(result).with(fit.value) : undefined
}
