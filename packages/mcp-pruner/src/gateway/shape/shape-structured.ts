// An answer with `structuredContent`, for clients that read it. Some show their model only that, so what is
// missing is noted inside it.
import { printJson } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import { describeCuts, MAX_CUTS, noteOf, withMarks } from '../shrink/note.js'
import type { Fit } from '../shrink/schema/fit-schema.js'
import { countedBytes } from './blocks.js'
import { noted, SentValue } from './sent-value.js'
import type { ShapeContext } from './shape-context.js'
import { envelopedValue, markedValue } from './untyped-value.js'

/** An answer whose schema forbids every smaller one passes whole up to so many times the limit. */
const WHOLE_UP_TO = 2

/** `undefined`: the schema could not be applied in time, and the answer is passed as it is. */
export async function shapeStructured(
  result: Fields,
  value: unknown,
  context: ShapeContext,
): Promise<Fields | undefined> {
  const ref = await context.keep(context.whole())
  const { limits } = context
  const sent = SentValue.in(result).withLessBeside(ref, context)
  const fit = await fitted(sent, value, ref, limits.maxBytes - sent.frameBytes, context)
  if (fit && fit.how !== 'invalid') return settle(sent, fit, ref, context)
  if (!fit && context.outputSchema) return undefined
  return context.strict
    ? envelopedValue(sent, value, ref, context).shaped
    : markedValue(sent, value, ref, context)
}

/** `undefined`: the tool has no schema, it could not be applied in time, or it forbids what a question chose. */
async function fitted(
  sent: SentValue,
  value: unknown,
  ref: string,
  maxBytes: number,
  { limits, strict, choice, schemas, base, outputSchema }: ShapeContext,
): Promise<Fit | undefined> {
  if (!outputSchema) return undefined
  const { isSentTwice } = sent
  const { data } = choice ?? {}
  const fit = await schemas.fit({
    ...(data
      ? { value: data.shrinkable.value, chosen: data.chosen }
      : { value, narrowed: choice?.cuts ?? [] }),
    schema: outputSchema,
    ref,
    base,
    maxBytes,
    isSentTwice,
    limits,
    // A text is no field: its lines are cut, and the limits for fields hold for what is beside it.
    withTexts: !strict || sent.hasText,
  })
  // A question's choice is noted or not made.
  return choice && choice.cuts.length > 0 && fit?.how !== 'noted' ? undefined : fit
}

function settle(
  sent: SentValue,
  fit: Exclude<Fit, { how: 'invalid' }>,
  ref: string,
  { limits }: ShapeContext,
): Fields {
  const { result } = sent
  if (fit.how === 'noted') {
    // The schema asks for all that was over a limit.
    const isSame = printJson(fit.value) === printJson(result['structuredContent'])
    return isSame && countedBytes(result) < limits.maxBytes ? result : sent.with(fit.value)
  }
  const isPassed = !fit.isNoted && countedBytes(result) <= limits.maxBytes * WHOLE_UP_TO
  if (isPassed) return result
  const missing = fit.isNoted ? '' : `${describeCuts(fit.cuts)}; `
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
  const { choice, outputSchema, original } = context
  const { structuredContent: value } = result
  if (!choice || value === undefined) return result
  const sent = SentValue.in(result)
  if (outputSchema) {
    const fit = await fitted(sent, value, ref, Number.MAX_SAFE_INTEGER, context)
    return fit?.how === 'noted' ? sent.with(fit.value) : undefined
  }
  // What the note has no room for is marked where it is missing.
  const marked = choice.cuts.length > MAX_CUTS ? withMarks(value, choice.cuts) : value
  const withNote = noted(marked, note, ref, choice.cuts, original)
  return withNote === marked ? undefined : sent.with(withNote)
}
