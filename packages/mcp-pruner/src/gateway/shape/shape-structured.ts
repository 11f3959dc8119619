// An answer with `structuredContent`, for clients that read it. Some show their model only that, so what is
// missing is said inside it.
import { printJson, textBytes } from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../rpc/message.js'
import {
  type Block,
  blocksOf,
  countedBytes,
  textBlock,
  textOf,
  textsOf,
  withText,
} from './blocks.js'
import { repeats } from './client-form.js'
import { cutText } from './cut-text.js'
import { dataEnvelope, LEAST_BYTES } from './envelope.js'
import { withMarks, withTotals } from './marks.js'
import { describeCuts, MOST_CUTS, markOf, noteMembers, noteOf } from './note.js'
import { reduced } from './reduce.js'
import type { Fit } from './schema/fit-schema.js'
import type { ShapeContext } from './shape-context.js'

/** An answer whose schema forbids every smaller one passes whole up to so many times the limit. */
const WHOLE_UP_TO = 2
/** Texts beside the value that say something else get this part of the room together. */
const OTHER_SHARE = 0.3
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
  return untyped(result, value, ref, context)
}

/** The strings of a value that a block may hold as well: a file, a page. */
function stringsOf(value: unknown): ReadonlySet<unknown> {
  const members = typeof value === 'object' && value !== null ? Object.values(value) : [value]
  return new Set(members.filter((item) => typeof item === 'string'))
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
  const fit = await schemas.fit({
    schema,
    value: start,
    narrowed: choice?.cuts ?? [],
    ref,
    maxItems: strict ? limits.maxArrayItems : Math.max(limits.maxArrayItems, 10),
    maxChars: mirrored === undefined ? limits.maxStringLength : Number.MAX_SAFE_INTEGER,
    maxDepth: strict ? limits.maxJsonDepth : Number.MAX_SAFE_INTEGER,
    maxBytes: limits.maxBytes - frame,
    isSentTwice,
  })
  if (!fit) return undefined
  // A question's choice is told or not made.
  if (choice && choice.cuts.length > 0 && fit.how !== 'told') return undefined
  if (fit.how === 'invalid') return mirrored === undefined ? 'invalid' : 'too large'
  if (mirrored !== undefined && fit.how !== 'told') return 'too large'
  return settle(result, fit, texts, isSentTwice, ref, context)
}

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
    return { ...result, content: [...copy, ...texts], structuredContent: fit.value }
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

/** As much of a text as there is room for. */
const CUT = Symbol('cut')

/**
 * The content beside the value. Of each text, `become` says what becomes of it: another one, nothing, or as much of
 * it as there is room for, because it says something else than the value.
 */
function beside(
  result: Fields,
  ref: string,
  { limits }: ShapeContext,
  become: (text: string) => string | typeof CUT | undefined,
): readonly Block[] {
  const options = { limits, isError: result['isError'] === true }
  const others = textsOf(result).filter((text) => become(text) === CUT).length
  let isCut = false
  const blocks = blocksOf(result).flatMap((block): readonly Block[] => {
    const text = textOf(block)
    if (text === undefined) return [block]
    const made = become(text)
    if (made !== CUT) return made === undefined ? [] : [withText(block, made)]
    const shaped = cutText(text, (limits.maxBytes * OTHER_SHARE) / others, options)
    isCut ||= shaped.truncated
    return [withText(block, shaped.text)]
  })
  return isCut ? [...blocks, textBlock(noteOf('shortened', ref))] : blocks
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

/** Without a schema the value becomes an envelope, sent as data and, where it was in it, as text. */
function untyped(result: Fields, value: unknown, ref: string, context: ShapeContext): Fields {
  const { limits, tool, durationMs, choice, original, picked } = context
  const isPicked = picked !== undefined && picked.told === value
  // An envelope says in its own members that fields are missing.
  const own = isPicked ? picked.value : value
  const cuts = choice?.cuts ?? []
  const { value: kept, omitted } = reduced(withTotals(own, cuts), context.rule)
  const strings = stringsOf(value)
  const isSentTwice = repeats(result, value) || textsOf(result).every((text) => strings.has(text))
  const others = beside(result, ref, context, (text) =>
    isSentTwice || strings.has(text) ? undefined : CUT,
  )
  let shaped: Fields = result
  for (const share of isSentTwice ? HALVES : [0.9, 0.6, ...HALVES]) {
    const envelope = dataEnvelope(kept, {
      tool,
      durationMs,
      isReduced: omitted.length > 0 || isPicked || cuts.length > 0,
      original,
      isError: result['isError'] === true,
      limits: { ...limits, maxBytes: Math.max(Math.floor(limits.maxBytes * share), LEAST_BYTES) },
      artifactRef: ref,
    })
    const content = isSentTwice ? [textBlock(printJson(envelope)), ...others] : others
    shaped = { ...result, content, structuredContent: envelope }
    if (countedBytes(shaped) < limits.maxBytes) return shaped
  }
  // The smallest envelope twice is more than the limit: then once, as data, which is what it was.
  const said = textBlock(noteOf('shortened', ref))
  const once = { ...shaped, content: [said, ...others] }
  return countedBytes(once) < countedBytes(shaped) ? once : shaped
}

/** Parts of the room that an envelope is given until everything fits, when it is sent twice. */
const HALVES = [0.45, 0.4, 0.36, 0.3, 0.2, 0.12]

/** A value within its limits from which a question chose: the note goes into it. */
export async function noteStructured(
  result: Fields,
  ref: string,
  context: ShapeContext,
): Promise<Fields | undefined> {
  const { choice, outputSchema, schemas, limits, original } = context
  const { structuredContent: value } = result
  if (!choice || value === undefined) return result
  const note = noteOf(describeCuts(choice.cuts), ref)
  if (!outputSchema) {
    // What the note has no room for is said where it is missing.
    const told = choice.cuts.length > MOST_CUTS ? withMarks(value, choice.cuts) : value
    if (Array.isArray(told)) return withValue(result, [...(told as unknown[]), note])
    if (!isFields(told)) return undefined
    const [members = { [markOf('note')]: note }] = noteMembers(note, ref, choice.cuts, original)
    return withValue(result, { ...told, ...members })
  }
  const fit = await schemas.fit({
    schema: outputSchema,
    value,
    narrowed: choice.cuts,
    ref,
    maxItems: Number.MAX_SAFE_INTEGER,
    maxChars: Number.MAX_SAFE_INTEGER,
    maxDepth: Number.MAX_SAFE_INTEGER,
    maxBytes: limits.maxBytes,
    isSentTwice: false,
  })
  return fit?.how === 'told' ? withValue(result, fit.value) : undefined
}

function withValue(result: Fields, value: unknown): Fields {
  const isCopied = repeats(result, result['structuredContent'])
  const others = blocksOf(result).filter((block) => !isCopied || textOf(block) === undefined)
  const copy = isCopied ? [textBlock(printJson(value))] : []
  return { ...result, content: [...copy, ...others], structuredContent: value }
}
