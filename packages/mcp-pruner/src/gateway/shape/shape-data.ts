// An answer whose one text is JSON: shaped as data, into the envelope.
import { printJson } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import { blocksOf, countedBytes, textBlock, textOf, withText } from './blocks.js'
import { dataEnvelope, LEAST_BYTES } from './envelope.js'
import { withTotals } from './marks.js'
import { reduced } from './reduce.js'
import type { ShapeContext } from './shape-context.js'

/** The frame of the answer is measured, not guessed; this many attempts settle it. */
const ATTEMPTS = 6
/** Shaping spends its room in steps of about this size. */
const SLACK = 16

/** Within the limits, in an envelope; `artifactRef` is where the whole is. */
export function shapeData(
  result: Fields,
  value: unknown,
  artifactRef: string | undefined,
  context: ShapeContext,
): { readonly shaped: Fields; readonly isWhole: boolean } {
  const { limits, tool, durationMs, choice, rule, original } = context
  const cuts = choice?.cuts ?? []
  const { value: kept, omitted } = reduced(withTotals(value, cuts), rule)
  let maxBytes = limits.maxBytes
  for (let attempt = 1; ; attempt++) {
    const envelope = dataEnvelope(kept, {
      tool,
      durationMs,
      isReduced: omitted.length > 0 || cuts.length > 0,
      original,
      limits: { ...limits, maxBytes: Math.max(maxBytes, LEAST_BYTES) },
      ...(artifactRef !== undefined && { artifactRef }),
    })
    const shaped = withOneText(result, printJson(envelope))
    const over = countedBytes(shaped) - limits.maxBytes + 1
    if (over <= 0 || attempt === ATTEMPTS) {
      return { shaped, isWhole: over <= 0 && !envelope.metadata.truncated }
    }
    maxBytes -= over + SLACK
  }
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
