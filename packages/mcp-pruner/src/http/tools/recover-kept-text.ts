// `recover_text`: lines of a stored text, by their original numbers.

import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  PRUNE_RPC_ERROR_CODES,
  type RecoverTextInput,
  RecoverTextInputSchema,
  type RecoverTextOutput,
} from '@jeeves/contracts'
import { signalOf } from '@jeeves/mcp-runtime'
import * as z from 'zod'
import { issuesOf } from '../../call/issues.js'
import type { ParsedArguments } from '../../call/tool.js'
import { isAppError } from '../../errors/app-error.js'
import { createSemaphore } from '../../process/semaphore.js'
import { INTERNAL_ERROR } from '../../rpc/codes.js'
import { RpcError } from '../../rpc/rpc-error.js'
import { readLineRequests, type WantedLines } from '../../store/line-requests.js'
import { cutTexts, readBack } from '../../store/read-back.js'
import type { Recovery } from '../../store/recovery.js'
import type { ServiceMetrics } from '../metrics.js'
import { RECOVER_TEXT } from './service-definitions.js'
import { jsonResult, notRun, type ServiceTool } from './service-tool.js'

/** Texts loaded from the store at the same time. */
const AT_ONCE = 2

/** A store that does not answer is a failed call, not an endless one. */
const TIME_LIMIT_MS = 30_000

export const createRecoverText = (
  recovery: Recovery,
  metrics: ServiceMetrics,
  maxRanges: number,
): ServiceTool<RecoverArguments, RecoverTextOutput> => {
  const inTurn = createSemaphore(AT_ONCE)
  return {
    name: RECOVER_TEXT.name,
    definition: RECOVER_TEXT,
    parse: (input) => readArguments(input, maxRanges),
    timeLimitMs: () => TIME_LIMIT_MS,
    timeLimitHint: 'try again',
    focusQuestion: () => undefined,
    reads: ({ prune_id }) => ({ recovers: prune_id }),
    shown: ({ raw_text }) => raw_text,
    async run(
      { prune_id, ranges: given, include_line_numbers: withNumbers, marks },
      { reserve, signal: cancelled },
    ) {
      const signal = signalOf(cancelled)
      // Calls of one batch arrive together: each text is loaded, counted, and turned into an answer or dropped, in turn.
      const { raw_text, ranges } = await inTurn(async () => {
        await nextTurn()
        // A call that has timed out stops waiting here.
        signal.throwIfAborted()
        reserve?.(0)
        const { text, requested } = await readBack(prune_id, cutTexts(recovery), {
          wanted: marks ?? given,
          withNumbers,
          reserve: (chars) => {
            signal.throwIfAborted()
            reserve?.(chars)
          },
        }).catch((error: unknown) => asRpcError(error, { prune_id, ranges: given }, metrics))
        return { raw_text: text, ranges: [...requested] }
      })
      const raw: RecoverTextOutput = {
        raw_text,
        metadata: { prune_id, ranges, line_numbering: 'original' },
      }
      return { raw, text: '', apply: () => undefined }
    },
    shape({ raw, failure }) {
      if (!raw) throw notRun(RECOVER_TEXT.name, failure)
      return jsonResult(raw)
    },
  }
}

/** Whether the text has these lines is checked with the text: a wrong one is an invalid range, not a malformed call. */
const line = z.number().int()
const ArgumentsSchema = RecoverTextInputSchema.extend({
  ranges: z.array(z.strictObject({ start_line: line, end_line: line })),
})

/** `marks`: the request as written, if it contains a mark's number. */
type RecoverArguments = RecoverTextInput & { readonly marks?: readonly WantedLines[] }

/** Ranges as strings, `"120-154"`, become objects; a mark's number needs the text. */
function readWritten(args: unknown): { args: unknown; marks?: readonly WantedLines[] } {
  const { ranges } = (args ?? {}) as { ranges?: unknown }
  const isWritten =
    typeof ranges === 'string' ||
    (Array.isArray(ranges) && ranges.some((range) => typeof range === 'string'))
  if (!isWritten) return { args }
  const read = readLineRequests(ranges)
  if (!read.ok) throw invalidRange({ reason: read.problem })
  const isAllLines = read.wanted.every((one) => 'start_line' in one)
  const known = { ...(args as object), ranges: isAllLines ? read.wanted : [] }
  return isAllLines ? { args: known } : { args: known, marks: read.wanted }
}

function readArguments(given: unknown, maxRanges: number): ParsedArguments<RecoverArguments> {
  const { args, marks } = readWritten(given)
  const ranges = (args as { ranges?: unknown } | undefined)?.ranges
  if (Array.isArray(ranges) && ranges.length > maxRanges) {
    const issue = {
      path: ['ranges'],
      code: 'too_big',
      message: `at most ${maxRanges} ranges in one call`,
      limit: maxRanges,
      actual: ranges.length,
    }
    return { ok: false, issues: [issue] }
  }
  const parsed = ArgumentsSchema.safeParse(args ?? {})
  if (!parsed.success) return { ok: false, issues: issuesOf(parsed.error, args) }
  return { ok: true, args: { ...parsed.data, ...(marks && { marks }) }, unknownKeys: [] }
}

function asRpcError(
  error: unknown,
  { prune_id, ranges }: Pick<RecoverTextInput, 'prune_id' | 'ranges'>,
  metrics: ServiceMetrics,
): never {
  if (isAppError(error, 'recovery_unavailable')) {
    metrics.storeError('get')
    const data = { code: 'recovery_unavailable', prune_id, retryable: true }
    throw new RpcError(INTERNAL_ERROR, 'recovery_unavailable', data)
  }
  if (isAppError(error, 'not_kept')) {
    // No text has such lines, whatever the id.
    const index = ranges.findIndex(
      ({ start_line, end_line }) => start_line < 1 || end_line < start_line,
    )
    if (index >= 0) {
      const reason = 'start_line must be 1 or greater, and end_line at least start_line'
      throw invalidRange({ prune_id, range: ranges[index], index, reason })
    }
    const data = { code: 'prune_id_not_found', prune_id }
    throw new RpcError(PRUNE_RPC_ERROR_CODES.prune_id_not_found, 'prune_id_not_found', data)
  }
  if (!isAppError(error, 'invalid_range')) throw error
  throw invalidRange({ prune_id, ...error.data, reason: error.message })
}

const invalidRange = (data: object): RpcError =>
  new RpcError(PRUNE_RPC_ERROR_CODES.invalid_range, 'invalid_range', {
    code: 'invalid_range',
    ...data,
  })
