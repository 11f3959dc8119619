// An answer with `structuredContent`, for clients that read it. Some show their model only that, so what is
// missing is said inside it.
import { printJson, textBytes } from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../rpc/message.js'
import { withMarks } from '../shrink/marks.js'
import { describeCuts, MOST_CUTS, noteOf } from '../shrink/note.js'
import { beside, CUT, stringsOf } from './beside.js'
import { type Block, blocksOf, countedBytes, textBlock, textOf, textsOf } from './blocks.js'
import { repeats } from './client-form.js'
import { cutText } from './cut-text.js'
import type { Fit } from './schema/fit-schema.js'
import type { ShapeContext } from './shape-context.js'
import { filler } from './shape-data.js'
import { envelopedValue, markedValue, noted } from './untyped-value.js'

/** An answer whose schema forbids every smaller one passes whole up to so many times the limit. */
const WHOLE_UP_TO = 2
/** Parts of the room that a text, which is sent twice, is given until everything fits. */
const TEXT_SHARES = [0.4, 0.3, 0.2, 0.1, 0.05]

/** `undefined`: the schema could not be applied in time, and the answer is passed as it is. */
export async function shapeStructured(
  result: Fields,
  value: unknown,
  context: ShapeContext,
): Promise<Fields | undefined> {
  const ref = await context.keep(context.whole())
  const { outputSchema } = context
  if (outputSchema) {
    const mirrored = mirroredText(result, value)
    for (const share of mirrored === undefined ? [0] : TEXT_SHARES) {
      const shaped = await typed(result, value, outputSchema, mirrored, share, ref, context)
      if (shaped === 'invalid') break
      if (shaped !== 'too large') return shaped
    }
    if (mirrored !== undefined) return result
  }
  return context.strict
    ? envelopedValue(result, value, ref, context)
    : markedValue(result, value, ref, context)
}

/** A text that stands in the value as a member and in the content as a block. */
function mirroredText(result: Fields, value: unknown): string | undefined {
  const strings = stringsOf(value)
  return textsOf(result).find((text) => text.length > 500 && strings.has(text))
}

async function typed(
  result: Fields,
  value: unknown,
  schema: Fields,
  mirrored: string | undefined,
  share: number,
  ref: string,
  context: ShapeContext,
): Promise<Fields | undefined | 'invalid' | 'too large'> {
  const { limits, strict, choice, schemas } = context
  const cut =
    mirrored === undefined
      ? undefined
      : cutMirrored(mirrored, limits.maxBytes * share, ref, context)
  const start = cut === undefined ? value : replaced(value, mirrored ?? '', cut)
  const isSentTwice = mirrored === undefined && repeats(result, value)
  const texts = beside(result, ref, context, (text) => {
    if (text === mirrored) return cut ?? text
    return isSentTwice ? undefined : CUT
  })
  const copy = isSentTwice ? [textBlock('')] : []
  const frame = countedBytes({ ...result, content: [...copy, ...texts], structuredContent: {} })
  const maxBytes = limits.maxBytes - frame
  const filled =
    strict || mirrored !== undefined
      ? undefined
      : await filledValue(value, schema, { ref, maxBytes, isSentTwice }, context)
  if (filled) return settle(result, filled, texts, isSentTwice, ref, context)
  const fit = await schemas.fit({
    schema,
    value: start,
    narrowed: choice?.cuts ?? [],
    ref,
    maxItems: strict ? limits.maxArrayItems : MOST_ITEMS,
    maxChars:
      mirrored === undefined
        ? Math.min(limits.maxStringLength, MOST_CHARS)
        : Number.MAX_SAFE_INTEGER,
    maxDepth: strict ? limits.maxJsonDepth : Number.MAX_SAFE_INTEGER,
    maxBytes,
    isSentTwice,
  })
  if (!fit) return undefined
  // A question's choice is told or not made.
  if (choice && choice.cuts.length > 0 && fit.how !== 'told') return undefined
  if (fit.how === 'invalid') return mirrored === undefined ? 'invalid' : 'too large'
  if (mirrored !== undefined && fit.how !== 'told') return 'too large'
  return settle(result, fit, texts, isSentTwice, ref, context)
}

/** The copy of the value where the first text was. */
function inPlace(
  result: Fields,
  copy: readonly Block[],
  others: readonly Block[],
): readonly Block[] {
  const first = blocksOf(result).findIndex((block) => textOf(block) !== undefined)
  return others.toSpliced(Math.max(0, first), 0, ...copy)
}

/** Where nothing can be left out as a whole, lists and strings are pressed from here on. */
const MOST_ITEMS = 100
const MOST_CHARS = 4000

const FILL_TRIES = [0.97, 0.85, 0.7, 0.5, 0.25]

/** As much of the value as fits and its schema allows, with all that is missing told in it. */
async function filledValue(
  value: unknown,
  schema: Fields,
  room: { readonly ref: string; readonly maxBytes: number; readonly isSentTwice: boolean },
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
      schema,
      value: part,
      original: value,
      narrowed: cuts,
      ref,
      maxBytes,
      isSentTwice,
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
  result: Fields,
  fit: Exclude<Fit, { how: 'invalid' }>,
  texts: readonly Block[],
  isSentTwice: boolean,
  ref: string,
  { limits }: ShapeContext,
): Fields {
  const copy = isSentTwice ? [textBlock(printJson(fit.value))] : []
  if (fit.how === 'told') {
    // The schema asks for all that was over a limit.
    const isSame = printJson(fit.value) === printJson(result['structuredContent'])
    if (isSame && countedBytes(result) < limits.maxBytes) return result
    return { ...result, content: inPlace(result, copy, texts), structuredContent: fit.value }
  }
  const isPassed = !fit.isTold && countedBytes(result) <= limits.maxBytes * WHOLE_UP_TO
  if (isPassed) return result
  const missing = fit.isTold ? '' : `${describeCuts(fit.cuts)}; `
  const what = `${missing}no smaller answer is valid for the tool's schema`
  const said = textBlock(noteOf(what, ref))
  // At least it is not sent twice.
  const others = texts.filter((block) => textOf(block) === undefined)
  return { ...result, content: [said, ...others], structuredContent: fit.value }
}

function cutMirrored(
  text: string,
  maxBytes: number,
  ref: string,
  { limits, choice }: ShapeContext,
): string {
  const { chosen, others, text: whole = text } = choice?.lines ?? {}
  const sample = noteOf('1234567 of 1234567 lines shown', ref)
  const room = maxBytes - textBytes(sample) - 2
  const shaped = cutText(whole, room, { limits, isError: false, chosen, others })
  if (!shaped.truncated) return text
  const said = noteOf(`${shaped.shownLines} of ${shaped.totalLines} lines shown`, ref)
  return `${shaped.text}${shaped.text.endsWith('\n') ? '' : '\n'}${said}`
}

function replaced(value: unknown, from: string, to: string): unknown {
  const remade = (item: unknown) => (item === from ? to : item)
  if (Array.isArray(value)) return value.map(remade)
  return isFields(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, remade(item)]))
    : remade(value)
}

/** A value within its limits from which a question chose: the note goes into it. */
export async function noteStructured(
  result: Fields,
  ref: string,
  context: ShapeContext,
): Promise<Fields | undefined> {
  const { choice, outputSchema, schemas, limits, original, base } = context
  const { structuredContent } = result
  if (!choice || structuredContent === undefined) return result
  // A text that was cut says where the whole is.
  const value =
    outputSchema && choice.remake ? choice.remake({ ref, base }).value : structuredContent
  const note = noteOf(describeCuts(choice.cuts), ref)
  if (!outputSchema) {
    // What the note has no room for is said where it is missing.
    const told = choice.cuts.length > MOST_CUTS ? withMarks(value, choice.cuts) : value
    const said = noted(told, note, ref, choice.cuts, original)
    return said === told ? undefined : withValue(result, said)
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
  return fit?.how === 'told' ? withValue(result, fit.value) : undefined
}

function withValue(result: Fields, value: unknown): Fields {
  const isCopied = repeats(result, result['structuredContent'])
  const others = blocksOf(result).filter((block) => !isCopied || textOf(block) === undefined)
  const copy = isCopied ? [textBlock(printJson(value))] : []
  return { ...result, content: inPlace(result, copy, others), structuredContent: value }
}
