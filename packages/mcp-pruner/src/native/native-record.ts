// The record of a call of a client's own tool. The question was not written for it, so it costs nothing.
import type { RecordedCall } from '../call/record-call.js'
import type { CallFacts } from '../clients/sessions/call-kind.js'
import type { NativeCall } from './native-context.js'
import { HELD_OUT, type PrunedOutput } from './prune-native.js'

/** `by` is the replacement that was shown; without it the output passed unpruned. */
export function nativeRecord(
  { client, tool, facts, question }: NativeCall,
  raw: string,
  by?: PrunedOutput | typeof HELD_OUT,
): RecordedCall {
  const pruned = by === HELD_OUT ? undefined : by
  return {
    tool: `native ${tool}`,
    client,
    question,
    isQuestionFree: true,
    reads: readsOf(facts),
    pruning: pruned?.metadata ?? {
      attempted: by !== HELD_OUT && question !== undefined,
      applied: false,
      fallback: false,
      reason: by === HELD_OUT ? 'holdout' : 'no_focus_question',
      raw_bytes: Buffer.byteLength(raw),
    },
    text: raw,
    rawText: raw,
    firstLine: 1,
    fileName: facts.kind === 'read' ? facts.path : undefined,
    keptLines: pruned?.keptLines,
    result: { content: [{ type: 'text', text: pruned?.text ?? raw }] },
  }
}

function readsOf({ path, command, pattern, firstLine }: CallFacts): RecordedCall['reads'] {
  const what = [command, pattern, path].filter((part) => part !== undefined).join('\0')
  return what === '' ? undefined : { what, ...(firstLine !== undefined && { from: firstLine }) }
}
