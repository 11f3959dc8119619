// A recorded call pruned as its client's hooks would have had it pruned: the same question, the same decisions,
// the same engine; only nothing is kept.
import { pruneIdOf } from '@jeeves/mcp-runtime'
import { embeddedEngine } from '../../ask/engines.js'
import { pruneOutputWith } from '../../ask/prune-output.js'
import { createTextPruner } from '../../ask/text-pruner.js'
import type { CallFacts } from '../../clients/sessions/call-kind.js'
import type { RecordingClient } from '../../clients/sessions/read-session.js'
import type { RecordedCall } from '../../clients/sessions/recorded-calls.js'
import { isRecord } from '../../clients/sessions/session-event.js'
import { planForCommand } from '../../native/command-policy.js'
import { narrowingNote, rangeToRead, wordsToNarrowBy } from '../../native/narrow-read.js'
import { nativeQuestion } from '../../native/native-question.js'
import { createPruneNative, isPruned } from '../../native/prune-native.js'
import type { Recovery } from '../../recovery/recovery.js'
import type { PlainOutput } from './numbered-output.js'

export interface PrunedRecord {
  /** What the model would have been shown. */
  readonly shown: string
  /** Numbered from 1 in the plain text. */
  readonly kept: readonly number[]
}

/** `undefined`: it would have passed raw. */
export type PruneRecorded = (
  call: RecordedCall,
  facts: CallFacts,
  plain: PlainOutput,
) => Promise<PrunedRecord | undefined>

/** As the defaults of the settings. */
const TIMEOUT_MS = 30_000
const MAX_INPUT_BYTES = 2_000_000

const NOTHING_KEPT: Recovery = {
  idOf: pruneIdOf,
  forCaller: () => NOTHING_KEPT,
  keep: async (text, id = pruneIdOf(text)) => id,
  recall: async () => undefined,
  forget: async () => false,
  close: async () => undefined,
}

/** One for each session: a file that was narrowed once is read whole the next time. */
export function createRecordedPruner(client: RecordingClient): PruneRecorded {
  // This runs in a thread already.
  const pruner = createTextPruner({ workers: 1, hereBelowChars: Number.POSITIVE_INFINITY })
  const prune = createPruneNative(
    pruneOutputWith({
      engines: async () => [embeddedEngine(pruner)],
      recovery: NOTHING_KEPT,
      timeoutMs: TIMEOUT_MS,
      isTooLarge: (text) => Buffer.byteLength(text) > MAX_INPUT_BYTES,
    }),
    () => {},
  )
  const { signal } = new AbortController()
  const narrowed = new Set<string>()

  return async (call, facts, plain) => {
    if (facts.kind === 'read' && client === 'claude') return readAgain(call, facts, plain)
    if (facts.kind === 'search' && client !== 'claude') return undefined
    if (facts.kind !== 'shell' && facts.kind !== 'search') return undefined
    if (facts.kind === 'shell') {
      const input = isRecord(call.input) ? call.input : {}
      const isBackground = input['run_in_background'] === true
      const plan = planForCommand(facts.command ?? '', { rawCommands: [], isBackground })
      if (plan.do === 'pass') return undefined
    }
    const asked = nativeQuestion(facts, call)
    if (!asked) return undefined
    const inShell = client === 'claude'
    const pruned = await prune({ text: call.output, facts, asked, inShell }, signal)
    if (!isPruned(pruned) || !pruned.keptLines) return undefined
    return { shown: pruned.text, kept: pruned.keptLines }
  }

  /** Claude Code's Read is narrowed to one range, which the client numbers itself. */
  async function readAgain(
    call: RecordedCall,
    facts: CallFacts,
    { text, isNumbered }: PlainOutput,
  ): Promise<PrunedRecord | undefined> {
    const { path = '' } = facts
    const wanted = wordsToNarrowBy(facts, isRecord(call.input) ? call.input : {}, call)
    if (!wanted || !isNumbered || narrowed.has(path)) return undefined
    const range = await rangeToRead(text, facts, wanted, { prune, signal })
    if (!range) return undefined
    narrowed.add(path)
    const { offset, limit } = range
    const lines = call.output.split('\n').slice(offset - 1, offset - 1 + limit)
    return {
      shown: `${lines.join('\n')}\n${narrowingNote(path, range)}`,
      kept: Array.from({ length: limit }, (_, i) => offset + i),
    }
  }
}
