// recover_text: lines that pruning cut, by the numbers in its marks.
import type { RecoverTextOutput } from '@jeeves/contracts'
import * as z from 'zod'
import { describeFailure, type Produced, ToolFailure } from '../call/tool.js'
import { recoverLines } from '../recovery/recover-lines.js'
import type { Recovery } from '../recovery/recovery.js'
import { RECOVER_TEXT } from './definitions.js'
import { listing, type OwnTool, parseArguments, present, withNotes } from './own-tool.js'

const Range = z.object({ start_line: z.number().int(), end_line: z.number().int() })
const RecoverSchema = z.object({
  prune_id: z.string().min(1).max(200),
  /** Absent or empty: everything. */
  ranges: z.array(Range).max(1000).optional(),
  include_line_numbers: z.boolean().default(false),
})
type RecoverArgs = z.output<typeof RecoverSchema>

const TIME_LIMIT_MS = 30_000

export function createRecoverTextTool(recovery: Recovery): OwnTool<RecoverArgs, RecoverTextOutput> {
  return {
    name: 'recover_text',
    listed: listing(RECOVER_TEXT),
    parse: (input) => parseArguments(RecoverSchema, input),
    timeLimitMs: () => TIME_LIMIT_MS,
    timeLimitHint: 'try again with a narrower range of lines',
    focusQuestion: () => undefined,
    reads: ({ prune_id }) => ({ recovers: prune_id }),
    run: (args) => recover(recovery, args),
    shape: ({ raw, failure, warnings }, { output }) => {
      const extra = warnings.length > 0 ? { warnings: [...warnings] } : {}
      if (raw)
        return present(output, { ...raw, ...extra }, withNotes(raw.raw_text, [], warnings), false)
      const { code } = failure ?? { code: 'recovery_unavailable' }
      const message = failure ? describeFailure(failure) : code
      const text = withNotes(`recover_text failed (${code}): ${message}`, [], warnings)
      return present(output, { error: { code, message }, ...extra }, text, true)
    },
  }
}

async function recover(
  recovery: Recovery,
  { prune_id, ranges, include_line_numbers }: RecoverArgs,
): Promise<Produced<RecoverTextOutput>> {
  const text = await recovery.recall(prune_id).catch((error: unknown) => {
    const message = 'the store of cut lines cannot be read now; run the tool again'
    throw new ToolFailure({ code: 'recovery_unavailable', message }, { cause: error })
  })
  if (text === undefined) {
    const message = 'unknown or expired prune_id; run the tool again'
    throw new ToolFailure({ code: 'prune_id_not_found', message, subject: prune_id })
  }
  const recovered = recoverLines(text, ranges ?? [], include_line_numbers)
  if ('problem' in recovered) {
    throw new ToolFailure({ code: 'invalid_range', message: recovered.problem })
  }
  const raw: RecoverTextOutput = {
    raw_text: recovered.text,
    metadata: { prune_id, ranges: recovered.ranges, line_numbering: 'original' },
  }
  return { raw, text: '', apply: () => raw }
}
