// The output of a client's own tool as its model will see it: pruned, with marks for repeats of the
// conversation, or unchanged. The same for every client.
import { estimateTokens } from '@jeeves/pruner/count'
import { MIN_OUTPUT_SIZE } from '../clients/hook-names.js'
import type { EarlierCall } from '../clients/sessions/conversation.js'
import { visible } from '../process/visible-text.js'
import {
  HELD_OUT,
  isPruned,
  type NativeOutput,
  nativeClosing,
  type PrunedOutput,
  type PruneNative,
} from './prune-native.js'
import { earlierTexts } from './repeats/earlier-calls.js'
import { type MarkedRepeats, type MarkOptions, markRepeats } from './repeats/mark-repeats.js'
import { earlierAnswer } from './repeats/same-request.js'

export interface ShowParts {
  readonly prune: PruneNative
  /** Under an id; `undefined` when it cannot be kept. */
  readonly keep: (text: string) => Promise<string | undefined>
  readonly signal: AbortSignal
}

export interface OutputToShow extends Omit<NativeOutput, 'query' | 'markShown'> {
  /** `undefined` without a question or with an explicit range: then nothing is pruned. */
  readonly query: NativeOutput['query'] | undefined
  /** The calls that are still in the conversation; `undefined` if that is unknown. */
  readonly earlierCalls?: readonly EarlierCall[] | undefined
  /** How far back this client keeps outputs unchanged. */
  readonly maxDistanceTokens?: number
}

/** A repeated request is shown as a difference if that is so much shorter. */
const MAX_SHARE_OF_REPEAT = 0.6
/** Error lines that are shown again; further ones are the same as above. */
const MAX_ERRORS_AGAIN = 20

export async function showOutput(
  output: OutputToShow,
  { prune, keep, signal }: ShowParts,
): Promise<PrunedOutput | typeof HELD_OUT | undefined> {
  const { text, facts, earlierCalls, query, ...rest } = output
  if (Buffer.byteLength(text) < MIN_OUTPUT_SIZE) return undefined
  const earlier = earlierAnswer(earlierCalls ?? [], facts)
  const isRerun = facts.kind === 'shell' && earlier.isStale
  // Asking again for something that was marked means that it is wanted.
  if (earlier.was === 'repeats marked' && !isRerun) return undefined
  const texts =
    earlierCalls === undefined ? [] : earlierTexts(earlierCalls, output.maxDistanceTokens)
  const mark = (shown: string, options: MarkOptions = {}) =>
    markRepeats(shown, texts, { firstLine: output.firstLine, ...options })
  const markRaw = async () => {
    const isKept = facts.kind === 'shell' && texts.length > 0 ? await errorLines(text) : undefined
    const marked = mark(text, isKept && { isKept })
    return marked && markedOutput(output, marked, keep)
  }
  // For a repeat, new lines come first, and known ones are not candidates.
  if (earlier.was !== 'none') {
    const marked = await markRaw()
    if (marked && marked.text.length <= text.length * MAX_SHARE_OF_REPEAT) return marked
  }
  // For a text that was cut, the lines not shown yet are wanted.
  const mayPrune = query !== undefined && (!earlier.wasCut || isRerun)
  if (mayPrune) {
    const markShown = (shown: string) => mark(shown, { hasMarks: true })
    const pruned = await prune({ text, facts, query, ...rest, markShown }, signal)
    if (isPruned(pruned) || pruned === HELD_OUT) return pruned
  }
  return signal.aborted ? undefined : markRaw()
}

/** Errors of a command are shown even if they were seen before. */
export async function errorLines(text: string): Promise<(line: number) => boolean> {
  const { evidenceLines } = await import('../ask/run-engine.js')
  const isEvidence = evidenceLines(text)
  let shown = 0
  const known = new Map<number, boolean>()
  return (line) => {
    const before = known.get(line)
    if (before !== undefined) return before
    const isShown = isEvidence(line) && shown < MAX_ERRORS_AGAIN
    if (isShown) shown += 1
    known.set(line, isShown)
    return isShown
  }
}

/** What the closing line is written from. */
export const markedFigures = (text: string, marked: MarkedRepeats) => ({
  raw_bytes: Buffer.byteLength(text),
  pruned_bytes: Buffer.byteLength(marked.text),
  original_lines: marked.lines,
  kept_lines: marked.shownLines.length,
  pruned_lines: marked.repeatedLines,
})

/** With a note on how to see everything. A read needs no id: the file can be read again. */
async function markedOutput(
  { text, facts, inShell }: OutputToShow,
  marked: MarkedRepeats,
  keep: ShowParts['keep'],
): Promise<PrunedOutput | undefined> {
  const pruneId = facts.kind === 'read' ? undefined : await keep(text)
  if (pruneId === undefined && facts.kind !== 'read') return undefined
  const metadata = {
    attempted: true,
    applied: true,
    fallback: false,
    ...markedFigures(text, marked),
    ...(pruneId !== undefined && { prune_id: pruneId }),
  }
  // Nothing was pruned: the lines that are not shown are already in the conversation.
  const note = nativeClosing({ ...metadata, applied: false }, facts, inShell, marked)
  const lead = marked.text.endsWith('\n') ? '' : '\n'
  const shown = visible(`${marked.text}${lead}${note}\n`)
  if (estimateTokens(shown) >= estimateTokens(text)) return undefined
  return { text: shown, pruneId: pruneId ?? note, metadata, keptLines: marked.shownLines }
}
