// Prunes the output of a client's own tool, through the same pipeline as every other: `undefined` means that the
// client's output stays unchanged, which is the answer in every case of doubt.
import type { PruningMetadata } from '@jeeves/contracts'
import { closingLines, closingOfData } from '../ask/closing-line.js'
import type { DenseRange } from '../ask/densest-range.js'
import type { PruneOutput } from '../ask/prune-output.js'
import { MIN_OUTPUT_SIZE } from '../clients/hook-names.js'
import type { CallFacts } from '../clients/sessions/call-kind.js'
import type { EmitEvent } from '../process/events.js'
import { visible } from '../process/visible-text.js'
import { withNotes } from '../tools/own-tool.js'
import { type NarrowedData, nativeData } from './native-data.js'
import type { NativeQuestion } from './native-question.js'
import { paysForMisses } from './read-policy.js'
import type { MarkedRepeats } from './repeats/mark-repeats.js'

export interface NativeOutput {
  readonly text: string
  readonly facts: CallFacts
  readonly query: NativeQuestion
  /** The number of the text's first line, for a partial read. */
  readonly firstLine?: number
  /** How the cut lines are recovered here, besides recover_text. */
  readonly inShell: boolean
  /** Only one range can be shown. */
  readonly wantsRange?: boolean
  /** Marks repeats of the conversation in the pruned text. */
  readonly markShown?: (shown: string) => MarkedRepeats | undefined
}

export interface PrunedOutput {
  readonly text: string
  /** The text that confirms, in the client's record, that this was shown. */
  readonly pruneId: string
  readonly metadata: PruningMetadata
  readonly keptLines: readonly number[] | undefined
  readonly densest?: DenseRange | undefined
}

/** It was prunable, and passes raw as part of the control group. */
export const HELD_OUT = 'held out'

export type PruneNative = (
  output: NativeOutput,
  signal: AbortSignal,
) => Promise<PrunedOutput | typeof HELD_OUT | undefined>

export const isPruned = (outcome: Awaited<ReturnType<PruneNative>>): outcome is PrunedOutput =>
  typeof outcome === 'object'

/** A replacement that saves less is not worth a reader's doubt: bench/results/native.md. */
const MAX_SHARE_SHOWN = 0.85

export function createPruneNative(pruneOutput: PruneOutput, emit: EmitEvent): PruneNative {
  let calls = 0
  return async (output, signal) => {
    const { text, facts, query, firstLine = 1, inShell, wantsRange = false, markShown } = output
    if (Buffer.byteLength(text) < MIN_OUTPUT_SIZE) return undefined
    calls += 1
    const call = { requestId: `native_${calls}`, signal, emit }
    const fileName = facts.kind === 'read' ? facts.path : undefined
    let densest: DenseRange | undefined
    let narrowed: NarrowedData | undefined
    const data = mayBeData(text, facts) ? nativeData(text) : undefined
    const outcome = await pruneOutput<string>(
      `native ${facts.kind}`,
      { text: query.question, origin: 'implicit' },
      {
        raw: text,
        text: data?.lines ?? text,
        whole: text,
        apply: (pruned) => {
          densest = pruned.densest
          narrowed = data?.narrow(pruned)
          return data ? (narrowed?.json ?? text) : pruned.text
        },
        firstLine,
        ...(fileName !== undefined && { fileName }),
        requestOptions: {
          context: query.context,
          ...(query.task && { task: query.task }),
          wantsRange,
        },
      },
      call,
    )
    const { metadata, raw: shown, keptLines } = outcome
    const { prune_id: pruneId, pruned_lines: cut } = metadata
    if (metadata.reason === 'holdout') return HELD_OUT
    // A text that could not be kept is not cut.
    if (!metadata.applied || pruneId === undefined || cut === 0) return undefined
    if (shown.length > text.length * MAX_SHARE_SHOWN) return undefined
    const by = { kind: facts.kind, isFromAgent: query.isFromAgent, command: facts.command }
    if (!paysForMisses(text.length - shown.length, metadata.expected_miss ?? 0, by))
      return undefined
    if (narrowed) return narrowedOutput(narrowed, metadata, pruneId)
    const marked = markShown?.(shown)
    const body = marked?.text ?? shown
    const closing = nativeClosing(metadata, facts, inShell, marked)
    const whole = withNotes(body, closing.split('\n'))
    return { text: visible(`${whole}\n`), pruneId, metadata, keptLines, densest }
  }
}

/** The result of another server's tool, or what a command prints as JSON on one line, of which lines cannot be chosen. */
const mayBeData = (text: string, { kind }: CallFacts): boolean =>
  kind === 'other' || (kind === 'shell' && !text.trimEnd().includes('\n'))

/** Its lines are not those of the answer, so none are counted. */
const narrowedOutput = (
  { json, cutsNote }: NarrowedData,
  metadata: PruningMetadata,
  pruneId: string,
): PrunedOutput => ({
  text: visible(`${json}\n${closingOfData(cutsNote, pruneId)}\n`),
  pruneId,
  metadata,
  keptLines: undefined,
})

/** The closing line, with how to avoid pruning here. */
export function nativeClosing(
  pruning: PruningMetadata,
  { kind }: Pick<CallFacts, 'kind'>,
  inShell: boolean,
  marked?: Pick<MarkedRepeats, 'repeatedLines'>,
): string {
  const byId = inShell ? 'either' : 'tool'
  return closingLines(pruning, {
    recoverBy: pruning.prune_id === undefined ? 'none' : byId,
    repeatedLines: marked?.repeatedLines,
    rawHint: RAW_HINTS[kind],
  }).join('\n')
}

const RAW_HINTS: Partial<Record<CallFacts['kind'], string>> = {
  shell: 'all: end the command with # raw',
  read: 'raw: read a range, or read it again',
}
