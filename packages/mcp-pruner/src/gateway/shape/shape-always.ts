// `--contract always`: every answer begins with an envelope, also those that are small enough as they are.
import type { MCPResponseEnvelope } from '@jeeves/contracts'
import {
  boundSummary,
  errorResponse,
  type Omission,
  printJson,
  shapeLines,
} from '@jeeves/mcp-runtime'
import { countLines } from '@jeeves/pruner/count'
import type { Fields } from '../../rpc/message.js'
import { blocksOf, countedBytes, textBlock, textsOf } from './blocks.js'
import { overflowOf } from './overflow.js'
import { SentValue } from './sent-value.js'
import type { ShapeContext } from './shape-context.js'
import { onlyData, shapeResult } from './shape-result.js'
import { envelopedValue } from './untyped-value.js'

/**
 * `noted` is the same with what a question left out said in its structured value. `undefined`: the choice that was
 * made can neither be shown as it is nor be cut.
 */
export async function shapeAlways(
  result: Fields,
  given: ShapeContext,
  noted: Fields | undefined,
): Promise<Fields | undefined> {
  let ref: string | undefined
  const keep = async (text: string): Promise<string> => {
    ref = await given.keep(text)
    return ref
  }
  const context = { ...given, keep }
  const data = result['structuredContent'] === undefined ? onlyData(result) : undefined
  if (data) {
    const sent = SentValue.in(result)
    const { shaped, isWhole } = envelopedValue(sent, data.value, undefined, context)
    if (isWhole) return shaped
    ref = await keep(context.whole())
    return envelopedValue(sent, data.value, ref, context).shaped
  }
  const isFocused = context.choice !== undefined
  if (isFocused) ref = await keep(context.whole())
  const small = withEnvelope(result, result, ref, context)
  if (!isFocused && !overflowOf(small, context, isFocused)) return small
  const head = countedBytes(small) - countedBytes(result) + HEAD_GROWTH
  const limits = { ...context.limits, maxBytes: context.limits.maxBytes - head }
  const isFitting = noted && !overflowOf(noted, { ...context, limits }, isFocused)
  const shaped = isFitting ? noted : await shapeResult(result, { ...context, limits })
  if (!shaped && isFocused) return undefined
  return withEnvelope(shaped ?? result, result, ref, context)
}

/** What a reference and `hasMore` add to an envelope without them. */
const HEAD_GROWTH = 200

function withEnvelope(
  shaped: Fields,
  result: Fields,
  ref: string | undefined,
  context: ShapeContext,
): Fields {
  const { durationMs } = context
  const texts = textsOf(result)
  const truncated = ref !== undefined
  const envelope = result['isError'] === true ? failed(texts, context) : succeeded(result, context)
  const complete: MCPResponseEnvelope = {
    ...envelope,
    ...(truncated && { artifactRef: ref, hasMore: true }),
    metadata: { durationMs, cached: false, truncated },
  }
  return { ...shaped, content: [textBlock(printJson(complete)), ...blocksOf(shaped)] }
}

function succeeded(result: Fields, { tool, choice }: ShapeContext): MCPResponseEnvelope {
  const texts = choice?.lines ? [choice.lines.text] : textsOf(result)
  const shown = texts.reduce((sum, text) => sum + countLines(text), 0)
  // What there was before a question chose from it.
  const total = (unit: Omission['unit']) => choice?.cuts.find((cut) => cut.unit === unit)?.total
  const lines = total('lines') ?? shown
  const blocks = total('blocks') ?? blocksOf(result).length
  const what =
    lines > 1 ? `${lines} lines` : lines === 1 ? (texts.find(Boolean) ?? '') : `${blocks} blocks`
  return {
    success: true,
    summary: boundSummary(`${tool}: ${what}`),
    ...(lines > 1 && { count: lines }),
    metadata: { durationMs: 0, cached: false, truncated: false },
  }
}

function failed(texts: readonly string[], { limits }: ShapeContext): MCPResponseEnvelope {
  // The end of an error says what was wrong.
  const { text } = shapeLines(texts.join('\n'), { maxBytes: 300, headShare: 0.1 })
  return errorResponse({ code: 'OPERATION_FAILED', message: text || 'The tool failed' }, { limits })
}
