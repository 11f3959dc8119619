// `recover_text`: lines of a kept text, by their original numbers.

import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type LineRange,
  PRUNE_RPC_ERROR_CODES,
  type RecoverTextInput,
  RecoverTextInputSchema,
  type RecoverTextOutput,
} from '@jeeves/contracts'
import { recoverLines } from '../../recovery/recover-lines.js'
import type { Recovery } from '../../recovery/recovery.js'
import { INTERNAL_ERROR } from '../../rpc/codes.js'
import { RpcError } from '../../rpc/rpc-error.js'
import type { ServiceMetrics } from '../metrics.js'
import { aboutTool, invalidParams, paramIssues } from '../rpc/errors.js'
import { RECOVER_TEXT } from './definitions.js'
import { jsonResult, notRun, type ServiceTool } from './service-tool.js'

/** A store that does not answer is a failed call, not one without end. */
const TIME_LIMIT_MS = 30_000

export const createRecoverText = (
  recovery: Recovery,
  metrics: ServiceMetrics,
  maxRanges: number,
): ServiceTool<RecoverTextInput, RecoverTextOutput> => ({
  name: RECOVER_TEXT.name,
  definition: RECOVER_TEXT,
  parse: (input) => ({ ok: true, args: readArguments(input, maxRanges), unknownKeys: [] }),
  timeLimitMs: () => TIME_LIMIT_MS,
  timeLimitHint: 'try again',
  focusQuestion: () => undefined,
  reads: ({ prune_id }) => ({ recovers: prune_id }),
  shown: ({ raw_text }) => raw_text,
  async run({ prune_id, ranges, include_line_numbers }) {
    const text = await recall(prune_id, recovery, metrics)
    // Calls of one batch come here together: each answer is made, and counted or dropped, on its own.
    await nextTurn()
    const raw: RecoverTextOutput = {
      raw_text: linesOf(text, ranges, include_line_numbers, prune_id),
      metadata: { prune_id, ranges, line_numbering: 'original' },
    }
    return { raw, text: '', apply: () => undefined }
  },
  shape({ raw, failure }) {
    if (!raw) throw notRun(RECOVER_TEXT.name, failure)
    return jsonResult(raw)
  },
})

function readArguments(args: unknown, maxRanges: number): RecoverTextInput {
  const ranges = (args as { ranges?: unknown } | undefined)?.ranges
  if (Array.isArray(ranges) && ranges.length > maxRanges) {
    const issue = {
      path: 'arguments.ranges',
      code: 'too_big',
      message: `at most ${maxRanges} ranges in one call`,
      limit: maxRanges,
      actual: ranges.length,
    }
    throw invalidParams(aboutTool(RECOVER_TEXT.name), [issue])
  }
  const parsed = RecoverTextInputSchema.safeParse(args ?? {})
  if (parsed.success) return parsed.data
  // A line below 1 or an end before its start is a range that makes no sense, not a malformed call.
  const { issues } = parsed.error
  const wrongShape = issues.some(
    ({ path, code }) => path[0] !== 'ranges' || (code !== 'too_small' && code !== 'custom'),
  )
  const index = issues[0]?.path[1]
  if (wrongShape || !Array.isArray(ranges) || typeof index !== 'number') {
    throw invalidParams(aboutTool(RECOVER_TEXT.name), paramIssues(parsed.error, 'arguments'))
  }
  throw invalidRange({ range: ranges[index], index })
}

async function recall(
  pruneId: string,
  recovery: Recovery,
  metrics: ServiceMetrics,
): Promise<string> {
  let text: string | undefined
  try {
    text = await recovery.recall(pruneId)
  } catch {
    metrics.storeError('get')
    const data = { code: 'recovery_unavailable', prune_id: pruneId, retryable: true }
    throw new RpcError(INTERNAL_ERROR, 'recovery_unavailable', data)
  }
  if (text !== undefined) return text
  throw new RpcError(PRUNE_RPC_ERROR_CODES.prune_id_not_found, 'prune_id_not_found', {
    code: 'prune_id_not_found',
    prune_id: pruneId,
  })
}

function linesOf(
  text: string,
  ranges: readonly LineRange[],
  numbered: boolean,
  prune_id: string,
): string {
  if (ranges.length === 0) return ''
  const lines = recoverLines(text, ranges, numbered)
  if ('text' in lines) return lines.text
  const { problem: reason, index, maxLine: max_line } = lines
  throw invalidRange({ prune_id, range: ranges[index], index, max_line, reason })
}

const invalidRange = (data: object): RpcError =>
  new RpcError(PRUNE_RPC_ERROR_CODES.invalid_range, 'invalid_range', {
    code: 'invalid_range',
    ...data,
  })
