// An answer whose one text is JSON: shaped as data, into the envelope.
import type { Fields } from '../../rpc/message.js'
import { blocksOf, countedBytes, textOf, withText } from './blocks.js'
import { dataEnvelope } from './envelope.js'
import { type ShapeContext, withRef } from './shape-context.js'

/** The frame of the answer is measured, not guessed; this many attempts settle it. */
const ATTEMPTS = 6
/** Shaping spends its room in steps of about this size. */
const SLACK = 16

export async function shapeData(
  result: Fields,
  value: unknown,
  context: ShapeContext,
): Promise<Fields> {
  const { limits, tool, durationMs } = context
  const blocks = blocksOf(result)
  const text = blocks.map(textOf).find((found) => found !== undefined) ?? ''
  const artifactRef = await context.keep(text)
  const ranked = context.rank && typeof value === 'object' && value ? context.rank(value) : value
  let maxBytes = limits.maxBytes
  let shaped: Fields = result
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const envelope = dataEnvelope(ranked, {
      tool,
      durationMs,
      isFocused: context.isFocused,
      limits: { ...limits, maxBytes: Math.max(maxBytes, 1024) },
      ...(artifactRef !== undefined && { artifactRef }),
    })
    const content = blocks.map((block) =>
      textOf(block) === undefined ? block : withText(block, JSON.stringify(envelope)),
    )
    shaped = withRef({ ...result, content }, artifactRef)
    const over = countedBytes(shaped) - limits.maxBytes + 1
    if (over <= 0) break
    maxBytes -= over + SLACK
  }
  return shaped
}
