// recover_text: lines that pruning cut, by the numbers in its marks.
import { ARGUMENT_LIMITS, FocusQuestionSchema, type RecoverTextOutput } from '@jeeves/contracts'
import type { CallToolResult } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { type Call, describeFailure, type Produced, ToolFailure } from '../call/tool.js'
import { AppError, isAppError } from '../errors/app-error.js'
import { readLineRequests } from '../store/line-requests.js'
import { cutTexts, readBack } from '../store/read-back.js'
import type { Recovery } from '../store/recovery.js'
import { isShownId } from '../store/shown-text.js'
import { RECOVER_TEXT } from './definitions.js'
import { ownTool, parseArguments, presenting, unlessEmpty, withNotes } from './own-tool.js'

const Range = z.union([
  z.object({
    start_line: z.number().int(),
    end_line: z.number().int(),
    start_column: z.number().int().optional(),
    end_column: z.number().int().optional(),
  }),
  z.string().max(ARGUMENT_LIMITS.range_string.max),
  z.number().int(),
])
const RecoverSchema = z.object({
  prune_id: z.string().min(ARGUMENT_LIMITS.prune_id.min).max(ARGUMENT_LIMITS.prune_id.max),
  /** Absent or empty: everything. */
  ranges: z
    .union([
      z.array(Range).max(ARGUMENT_LIMITS.ranges.max),
      z.string().max(ARGUMENT_LIMITS.ranges_string.max),
      z.number().int(),
    ])
    .optional(),
  context_focus_question: FocusQuestionSchema,
  include_line_numbers: z.boolean().default(false),
})
type RecoverArgs = z.output<typeof RecoverSchema>

const TIME_LIMIT_MS = 30_000

export function createRecoverTextTool(recovery: Recovery) {
  return ownTool(RECOVER_TEXT, {
    parse: (input) => parseArguments(RecoverSchema, input),
    timeLimitMs: () => TIME_LIMIT_MS,
    timeLimitHint: 'try again with a narrower range of lines',
    reads: ({ prune_id }) => ({ recovers: prune_id }),
    run: (args, { reserve }) => recover(recovery, args, reserve),
    shape: (finished, call) => {
      const { raw } = finished
      const isShown = raw !== undefined && isShownId(raw.metadata.prune_id)
      return isShown ? asShown(raw.raw_text) : presentRecovered(finished, call)
    },
  })
}

const presentRecovered = presenting<RecoverArgs, RecoverTextOutput>(
  ({ raw, failure, notes, warnings }) => {
    const extra = { warnings: unlessEmpty(warnings) }
    if (raw)
      return { structured: { ...raw, ...extra }, text: withNotes(raw.raw_text, notes, warnings) }
    const { code } = failure ?? { code: 'recovery_unavailable' }
    const message = failure ? describeFailure(failure) : code
    return {
      structured: { error: { code, message }, ...extra },
      text: withNotes(`recover_text failed (${code}): ${message}`, [], warnings),
    }
  },
)

/** It already contains its notes. */
const asShown = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

async function recover(
  recovery: Recovery,
  { prune_id, ranges, include_line_numbers, context_focus_question }: RecoverArgs,
  reserve: Call['reserve'],
): Promise<Produced<RecoverTextOutput>> {
  const lineRequests = readLineRequests(ranges)
  if (!lineRequests.ok)
    throw new ToolFailure({ code: 'invalid_range', message: lineRequests.problem })
  const recovered = await readBack(prune_id, cutTexts(recovery), {
    wanted: lineRequests.wanted.length > 0 ? lineRequests.wanted : undefined,
    withNumbers: include_line_numbers,
    reserve,
  }).catch((error: unknown) => asFailure(error, prune_id))
  const raw: RecoverTextOutput = {
    raw_text: recovered.text,
    metadata: { prune_id, ranges: recovered.ranges, line_numbering: 'original' },
  }
  if (context_focus_question === undefined) return { raw, text: '', apply: () => raw }
  const [only, ...others] = recovered.ranges
  return {
    raw,
    text: recovered.text,
    apply: ({ text: raw_text }) => ({ ...raw, raw_text }),
    firstLine: others.length === 0 ? (only?.start_line ?? 1) : 1,
    whole: recovered.whole,
    keepAs: prune_id,
  }
}

function asFailure(error: unknown, subject: string): never {
  if (!(error instanceof AppError)) throw error
  const failure = isAppError(error, 'not_kept')
    ? {
        code: 'prune_id_not_found',
        message: 'unknown or expired prune_id; run the tool again',
        subject,
      }
    : { code: error.code, message: error.message }
  throw new ToolFailure(failure, { cause: error })
}
