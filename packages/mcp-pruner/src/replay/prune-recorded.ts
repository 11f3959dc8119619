// A recorded call pruned as its client's hooks would have had it pruned.
import { closingLine, keptLines, prune, renderCompact } from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'
import type { CallFacts } from '../clients/sessions/call-kind.js'
import type { RecordedCall } from '../clients/sessions/recorded-calls.js'
import type { PlainOutput } from './numbered-output.js'

export interface PrunedRecord {
  /** What the model would have been shown. */
  readonly shown: string
  /** Numbered from 1 in the plain text. */
  readonly kept: readonly number[]
}

/** As long as every id is. */
const SAMPLE_ID = `prn_${'0'.repeat(26)}`

/** `undefined`: it would have passed raw. */
export function pruneRecorded(
  call: RecordedCall,
  facts: CallFacts,
  { text, firstLine }: PlainOutput,
): PrunedRecord | undefined {
  if (facts.kind === 'edit' || facts.kind === 'other') return undefined
  const context = [facts.command, facts.pattern, facts.description].filter(Boolean).join('\n')
  const goal = [call.said, facts.description].filter(Boolean).join('\n')
  if (goal.trim() === '') return undefined
  const result = prune(
    { text, goal, context, firstLine, ...(facts.path !== undefined && { fileName: facts.path }) },
    { scorer: defaultScorer() },
  )
  if (result.status !== 'pruned') return undefined
  return {
    shown: `${renderCompact(result, { firstLine })}\n${closingLine(result, { pruneId: SAMPLE_ID })}`,
    kept: keptLines(result),
  }
}
