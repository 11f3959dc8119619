// `--contract always`: every answer begins with an envelope, also those that are small enough as they are.
import type { MCPResponseEnvelope } from '@jeeves/contracts'
import { boundSummary, errorResponse, shapeLines } from '@jeeves/mcp-runtime'
import { countLines } from '@jeeves/pruner'
import { type Fields, isFields } from '../../rpc/message.js'
import { type Block, blocksOf, countedBytes, note, textOf } from './blocks.js'
import { dataEnvelope } from './envelope.js'
import { overflowOf } from './overflow.js'
import { parseData } from './recognise.js'
import { reduced } from './reduce.js'
import { REF_KEY, type ShapeContext } from './shape-context.js'
import { shapeData } from './shape-data.js'
import { shapeResult } from './shape-result.js'

/** What an envelope without data takes at most, as escaped text. */
const HEAD_BYTES = 1000

export async function shapeAlways(result: Fields, context: ShapeContext): Promise<Fields> {
  const texts = blocksOf(result).flatMap((block) => textOf(block) ?? [])
  const isError = result['isError'] === true
  const data = parseData(texts[0] ?? '')
  if (data && texts.length === 1 && !isError && !isFields(result['structuredContent'])) {
    return asData(result, reduced(data.value, context.rule), context)
  }
  const limits = { ...context.limits, maxBytes: context.limits.maxBytes - HEAD_BYTES }
  const shaped = overflowOf(result, limits, context.isFocused)
    ? await shapeResult(result, { ...context, limits })
    : result
  const meta = shaped['_meta']
  const ref = isFields(meta) ? meta[REF_KEY] : undefined
  const envelope = isError ? failed(texts, context) : succeeded(texts, result, context)
  const told: MCPResponseEnvelope = {
    ...envelope,
    ...(typeof ref === 'string' && { artifactRef: ref, hasMore: true }),
    metadata: { durationMs: context.durationMs, cached: false, truncated: shaped !== result },
  }
  return { ...shaped, content: [note(JSON.stringify(told)), ...blocksOf(shaped)] }
}

async function asData(result: Fields, value: unknown, context: ShapeContext): Promise<Fields> {
  const { tool, limits, durationMs } = context
  const envelope = dataEnvelope(value, { tool, limits, durationMs, isFocused: context.isFocused })
  const [head, ...others] = [note(JSON.stringify(envelope)), ...blocksOf(result).filter(isNoText)]
  const whole = { ...result, content: [head, ...others] }
  const isWhole = !envelope.metadata.truncated && countedBytes(whole) < limits.maxBytes
  return isWhole ? whole : shapeData(result, value, context)
}

function succeeded(
  texts: readonly string[],
  result: Fields,
  { tool }: ShapeContext,
): MCPResponseEnvelope {
  const lines = texts.reduce((sum, text) => sum + countLines(text), 0)
  const blocks = blocksOf(result).length
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

const isNoText = (block: Block): boolean => textOf(block) === undefined
