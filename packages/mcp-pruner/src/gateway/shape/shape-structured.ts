// An answer with `structuredContent`. Big clients show their model only that, so the reference to the whole
// stands inside it wherever its schema leaves room.
import { isDeepStrictEqual } from 'node:util'
import { shapeLines } from '@jeeves/mcp-runtime'
import { evidenceLines } from '@jeeves/pruner'
import type { Fields } from '../../rpc/message.js'
import { type Block, blocksOf, countedBytes, note, textOf, withText } from './blocks.js'
import { cutText } from './cut-text.js'
import { dataEnvelope } from './envelope.js'
import { parseData } from './recognise.js'
import { reduced } from './reduce.js'
import { fitSchema } from './schema/fit-schema.js'
import { validatorFor } from './schema/validator.js'
import { type ShapeContext, withRef } from './shape-context.js'
import { wholeNote } from './whole-note.js'

/** Parts of the room that a text, which is sent twice, is given until everything fits. */
const TEXT_SHARES = [0.4, 0.3, 0.2, 0.1, 0.02]

export async function shapeStructured(
  result: Fields,
  value: Fields,
  context: ShapeContext,
): Promise<Fields> {
  const mirrors = mirrorsOf(result, value)
  const ref = await context.keep(wholeText(result, value, mirrors, context))
  const { outputSchema } = context
  const isTyped = outputSchema !== undefined && validatorFor(outputSchema)(value)
  const shapes = isTyped
    ? typed(result, value, outputSchema, mirrors, ref, context)
    : untyped(result, value, mirrors, ref, context)
  let smallest: Fields | undefined
  for (const shaped of shapes) {
    const sent = withRef(shaped, ref)
    if (countedBytes(sent) < context.limits.maxBytes) return sent
    if (!smallest || countedBytes(sent) < countedBytes(smallest)) smallest = sent
  }
  return smallest ?? result
}

/** How each block of the content repeats the structured value. */
type Mirror = 'data' | 'text' | undefined

function mirrorsOf(result: Fields, value: Fields): readonly Mirror[] {
  const strings = new Set(Object.values(value).filter((item) => typeof item === 'string'))
  return blocksOf(result).map((block) => {
    const text = textOf(block)
    if (text === undefined) return undefined
    if (strings.has(text)) return 'text'
    const data = parseData(text)
    return data && isDeepStrictEqual(data.value, value) ? 'data' : undefined
  })
}

/** The text itself if that is all there is, the data if the content only repeats it, else everything. */
function wholeText(
  result: Fields,
  value: Fields,
  mirrors: readonly Mirror[],
  context: ShapeContext,
): string {
  const blocks = blocksOf(result)
  const texts = blocks.flatMap((block, i) =>
    textOf(block) === undefined ? [] : [{ block, mirror: mirrors[i] }],
  )
  const [only] = texts
  if (!only) return JSON.stringify(value)
  if (texts.length > 1 || only.mirror === undefined) return context.whole()
  if (only.mirror === 'text' && Object.keys(value).length > 1) return context.whole()
  return textOf(only.block) ?? ''
}

function* typed(
  result: Fields,
  value: Fields,
  schema: Fields,
  mirrors: readonly Mirror[],
  ref: string | undefined,
  context: ShapeContext,
): Generator<Fields> {
  const { limits } = context
  const texts = new Set(
    blocksOf(result).flatMap((block, i) => (mirrors[i] === 'text' ? [textOf(block) ?? ''] : [])),
  )
  // A closed object has no place for a reference; then the first string that is cut carries it.
  const isOpen = validatorFor(schema)({ ...value, artifactRef: ref })
  let smallest: Fields | undefined
  for (const share of texts.size > 0 ? TEXT_SHARES : [0]) {
    const cutString = (text: string, maxChars: number, before: number): string => {
      if (texts.has(text)) return cutMirrored(text, limits.maxBytes * share, ref, context)
      return cutField(text, maxChars, before === 0 && !isOpen ? ref : undefined)
    }
    const build = (candidate: Fields): Fields =>
      withContent(result, candidate, mirrors, ref, limits.maxBytes * 0.3, cutString)
    const { value: fitted, fits } = fitSchema(value, schema, {
      maxItems: limits.maxArrayItems,
      maxChars: limits.maxStringLength,
      maxDepth: limits.maxJsonDepth,
      cutText: cutString,
      notes: ref === undefined ? [] : [{ artifactRef: ref, hasMore: true }, { artifactRef: ref }],
      fits: (candidate) => countedBytes(withRef(build(candidate), ref)) < limits.maxBytes,
    })
    if (fits) yield build(fitted)
    smallest = fitted
  }
  // No valid value is small enough: then at least it is not sent twice.
  if (smallest) {
    const said = note(wholeNote("no smaller answer is valid for the tool's schema", ref))
    yield { ...result, content: [...nonTexts(result), said], structuredContent: smallest }
  }
}

function* untyped(
  result: Fields,
  value: Fields,
  mirrors: readonly Mirror[],
  ref: string | undefined,
  context: ShapeContext,
): Generator<Fields> {
  const { limits, tool, durationMs } = context
  // The envelope is sent as data and, escaped, as text.
  for (const share of [0.42, 0.36, 0.3, 0.2, 0.12]) {
    const envelope = dataEnvelope(reduced(value, context.rule), {
      tool,
      durationMs,
      isFocused: context.isFocused,
      limits: { ...limits, maxBytes: Math.max(Math.floor(limits.maxBytes * share), 1024) },
      ...(ref !== undefined && { artifactRef: ref }),
    })
    const cutString = (text: string) =>
      cutMirrored(text, limits.maxBytes * share * 0.5, ref, context)
    yield withContent(
      result,
      envelope as unknown as Fields,
      mirrors,
      ref,
      limits.maxBytes * share,
      cutString,
    )
  }
}

/** The content beside a new structured value: what repeated it repeats the new one. */
function withContent(
  result: Fields,
  structuredContent: Fields,
  mirrors: readonly Mirror[],
  ref: string | undefined,
  textRoom: number,
  cutString: (text: string, maxChars: number, before: number) => string,
): Fields {
  const json = JSON.stringify(structuredContent)
  const content = blocksOf(result).map((block, i): Block => {
    const text = textOf(block)
    if (text === undefined) return block
    if (mirrors[i] === 'data') return withText(block, json)
    if (mirrors[i] === 'text') return withText(block, cutString(text, 0, 0))
    return withText(block, shapeLines(text, { maxBytes: textRoom, keep: evidenceLines(text) }).text)
  })
  const isTold = ref === undefined || JSON.stringify(content).includes(ref)
  const said = isTold ? [] : [note(wholeNote('shortened', ref))]
  return { ...result, content: [...content, ...said], structuredContent }
}

/** A text that is data itself is shaped as data. */
function cutMirrored(
  text: string,
  maxBytes: number,
  ref: string | undefined,
  context: ShapeContext,
): string {
  const data = parseData(text)
  if (data) {
    const { tool, durationMs, isFocused, limits, rule } = context
    const envelope = dataEnvelope(reduced(data.value, rule), {
      tool,
      durationMs,
      isFocused,
      limits: { ...limits, maxBytes: Math.max(Math.floor(maxBytes), 1024) },
      ...(ref !== undefined && { artifactRef: ref }),
    })
    return JSON.stringify(envelope)
  }
  const said = ref === undefined ? '' : `\n${wholeNote('shortened', ref)}`
  const shaped = cutText(text, maxBytes - said.length - 2, context)
  return shaped.truncated ? shaped.text + said : text
}

function cutField(text: string, maxChars: number, ref: string | undefined): string {
  const said = ref === undefined ? '' : ` ${wholeNote('shortened', ref)}`
  const mark = said.length * 2 < maxChars ? `...${said}` : '...'
  const start = text.slice(0, Math.max(0, maxChars - mark.length)).toWellFormed()
  return `${start}${mark}`.slice(0, maxChars)
}

const nonTexts = (result: Fields): readonly Block[] =>
  blocksOf(result).filter((block) => textOf(block) === undefined)
