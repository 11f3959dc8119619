// An answer whose one text is JSON: shaped as data, into the envelope.
import { type Encoding, printJson } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import { withMarks, withTotals } from '../shrink/marks.js'
import { describeCuts, noteOf } from '../shrink/note.js'
import { fullest, Shrinkable, type Shrunk } from '../shrink/shrinkable.js'
import { blocksOf, countedBytes, textBlock, textOf, withBlock, withText } from './blocks.js'
import { dataEnvelope, LEAST_BYTES } from './envelope.js'
import { withLabels } from './list-labels.js'
import { reduced } from './reduce.js'
import type { ShapeContext } from './shape-context.js'

/** The frame of the answer is measured, not guessed; this many attempts settle it. */
const ATTEMPTS = 6
/** Shaping spends its room in steps of about this size. */
const SLACK = 16
/** What an envelope takes beside its data. */
const ENVELOPE_BYTES = 400

export interface ShapedData {
  readonly shaped: Fields
  readonly isWhole: boolean
}

/** Within the limits, in an envelope; `artifactRef` is where the whole is. */
export function shapeData(
  result: Fields,
  value: unknown,
  artifactRef: string | undefined,
  context: ShapeContext,
): ShapedData {
  const { limits, strict, choice, rule } = context
  const enveloped = (data: Shrunk, maxBytes: number) =>
    inEnvelope(result, data, artifactRef, maxBytes, context)
  if (!strict) {
    const shrunk = filler(value, context)
    const filled = fullest(
      limits.maxBytes,
      limits.maxBytes - ENVELOPE_BYTES,
      (room) => {
        const data = shrunk(room)
        return { made: enveloped(data, Number.MAX_SAFE_INTEGER), isCut: data.cuts.length > 0 }
      },
      ({ shaped }) => countedBytes(shaped),
    )
    if (countedBytes(filled.shaped) < limits.maxBytes) return filled
  }
  // Limits on counts hold as well, or there is nothing that could be left out as a whole.
  const data = rule || strict ? { value, cuts: choice?.cuts ?? [] } : filler(value, context)(0)
  let maxBytes = limits.maxBytes
  for (let attempt = 1; ; attempt++) {
    const made = enveloped(data, Math.max(maxBytes, LEAST_BYTES))
    const over = countedBytes(made.shaped) - limits.maxBytes + 1
    if (over <= 0) return made
    if (attempt === ATTEMPTS) return { ...made, isWhole: false }
    maxBytes -= over + SLACK
  }
}

/** In its own form, with a mark in each part and a note after it; `undefined` when it cannot be made to fit. */
export function markData(
  result: Fields,
  value: unknown,
  ref: string,
  context: ShapeContext,
): Fields | undefined {
  const { limits } = context
  const shrunk = filler(value, context)
  const filled = fullest(
    limits.maxBytes,
    limits.maxBytes - ENVELOPE_BYTES,
    (room) => {
      const { value: part, cuts } = shrunk(room)
      const marked = withOneText(result, printJson(withMarks(part, cuts)))
      const isCut = cuts.length > 0
      const said = noteOf(isCut ? describeCuts(cuts) : 'shortened', ref)
      return { made: withBlock(marked, textBlock(said)), isCut }
    },
    countedBytes,
  )
  return countedBytes(filled) < limits.maxBytes ? filled : undefined
}

/** The value, or what a question chose of it, with about so many bytes of data. */
export function filler(
  value: unknown,
  { choice, base, rule }: ShapeContext,
  { encoding, ref }: { readonly encoding: Encoding; readonly ref?: string } = { encoding: 'text' },
): (room: number) => Shrunk {
  const keptAs = { ref, base }
  const { remake } = choice ?? {}
  if (remake) return (maxBytes) => remake(keptAs, { maxBytes, encoding })
  if (choice) return () => ({ value, cuts: choice.cuts })
  const shrinkable = new Shrinkable(reduced(value, rule).value)
  return (room) => shrinkable.fill(room, encoding, keptAs)
}

function inEnvelope(
  result: Fields,
  { value, cuts }: Shrunk,
  artifactRef: string | undefined,
  maxBytes: number,
  { limits, tool, durationMs, rule, original, listItems }: ShapeContext,
): ShapedData {
  const { value: all, omitted } = reduced(withTotals(value, cuts), rule)
  const kept = listItems === 'labels' ? withLabels(all) : all
  const envelope = dataEnvelope(kept, {
    tool,
    durationMs,
    isReduced: omitted.length > 0 || cuts.length > 0 || kept !== all,
    original,
    cuts,
    limits: { ...limits, maxBytes },
    ...(artifactRef !== undefined && { artifactRef }),
  })
  const shaped = withOneText(result, printJson(envelope))
  return { shaped, isWhole: !envelope.metadata.truncated }
}

/** `text` in the place of the only text. */
export function withOneText(result: Fields, text: string): Fields {
  const blocks = blocksOf(result)
  const at = blocks.findIndex((block) => textOf(block) !== undefined)
  const content =
    at === -1
      ? [textBlock(text), ...blocks]
      : blocks.map((block, i) => (i === at ? withText(block, text) : block))
  return { ...result, content }
}
