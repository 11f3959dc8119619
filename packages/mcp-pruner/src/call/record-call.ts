// What every entry point records of a call, in one place: tokens in the ledger, and
// the question, the kept lines and the answer beside the text in the recovery store.

import { resolve } from 'node:path'
import type { PruningMetadata } from '@jeeves/contracts'
import { sampleTokens } from '@jeeves/pruner/count'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Caller, Ledger } from '../ledger/ledger.js'
import { asClientShows, type OutputSource, showsWhole, sourceOf } from '../ledger/output-limits.js'
import { isFields } from '../rpc/message.js'
import type { CallNotes } from '../store/recovery.js'
import { isShownId } from '../store/shown-text.js'
import type { Reads } from './tool.js'

export interface RecordedCall {
  readonly tool: string
  /** The wrapped server that the tool is of. */
  readonly server?: string
  readonly client: string | undefined
  readonly question: string | undefined
  /** The agent did not write this question: it costs nothing. */
  readonly isQuestionFree?: boolean
  readonly reads: Reads | undefined
  readonly pruning: PruningMetadata
  /** The prunable output, and the lines kept of it. */
  readonly text: string
  readonly firstLine: number
  readonly fileName: string | undefined
  readonly keptLines: readonly number[] | undefined
  /** What would have been shown without any cut, if that is not `text`. */
  readonly rawText: string | undefined
  /** What the caller uses, if that is not the text of the result. */
  readonly shown?: string | undefined
  /** Of the text and of what is shown, where they were counted already. */
  readonly tokens?: CountedTokens | undefined
  readonly result: Partial<CallToolResult>
}

export interface CountedTokens {
  readonly raw: number
  readonly shown: number
}

export type RecordCall = (call: RecordedCall) => void

/** How long a record may wait: until its answer has been sent. */
const LATER_MS = 5

/**
 * Records calls after their answers have been sent, several together; `flush` records the rest. A process that is
 * killed loses the records of its last `laterMs`: counted tokens, and notes for the page. Texts are kept before their
 * answers are sent.
 */
export function recordLater(
  record: RecordCall,
  laterMs = LATER_MS,
  /** Absent: what fails is thrown. */
  onError?: (error: Error) => void,
): {
  /** `isLarge`: its answer is not held for long. */
  readonly record: (describe: () => RecordedCall, isLarge?: boolean) => void
  readonly flush: () => void
} {
  const waiting: (() => RecordedCall)[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    for (const describe of waiting.splice(0)) {
      try {
        record(describe())
      } catch (error) {
        if (!onError) throw error
        onError(error as Error)
      }
    }
  }
  return {
    record(describe, isLarge = false) {
      waiting.push(describe)
      if (waiting.length >= MAX_WAITING) flush()
      else if (isLarge) setImmediate(flush)
      else timer ??= setTimeout(flush, laterMs)
    },
    flush,
  }
}
/** Each holds its answer. */
const MAX_WAITING = 50

/** Without `notes` only tokens are recorded. */
export function createRecordCall(
  ledger: Ledger,
  notes: CallNotes | undefined,
  place: Omit<Caller, 'client'>,
): RecordCall {
  return ({ tool, server, client, question, reads, pruning, result, ...call }) => {
    const caller: Caller = { ...place, client }
    let answer = call.shown
    const answered = () => (answer ??= shownText(result))
    const tokensOf = (text: string, source: OutputSource, counted: number | undefined): number => {
      const seen = asClientShows(client, source, text)
      return counted !== undefined && seen === text ? counted : sampleTokens(seen, MAX_COUNTED)
    }
    const isSampled = answer === undefined && showsWhole(client, 'mcp')
    const shown =
      (isSampled ? tokensOfLong(result.structuredContent) : undefined) ??
      tokensOf(answered(), 'mcp', call.tokens?.shown)
    if (reads && 'recovers' in reads) {
      // Already counted when it was shown.
      if (isShownId(reads.recovers)) return
      if (!result.isError) ledger.recovered(caller, reads.recovers, shown)
      return
    }
    // A text may be stored although all of it is shown.
    const pruneId = pruning.pruned_lines === 0 || !pruning.applied ? undefined : pruning.prune_id
    const { rawText = pruning.applied ? call.text : undefined } = call
    const isWhole = rawText === undefined || rawText === answered()
    const source = place.entryPoint === 'gateway' ? 'mcp' : sourceOf(tool)
    const id = ledger.called(caller, {
      tool,
      server,
      raw: isWhole ? shown : tokensOf(rawText, source, call.tokens?.raw),
      shown,
      question: question === undefined || call.isQuestionFree ? 0 : sampleTokens(question),
      ...(reads && {
        reads: { ...reads, what: `${tool}\0${placeRead(source, reads.what, place)}` },
      }),
      pruneId,
      // The service has no control group, so its calls compare with nothing.
      eligible:
        place.entryPoint !== 'service' && (pruning.attempted || pruning.reason === 'holdout'),
      held: pruning.reason === 'holdout',
      expectedMiss: expectedMissIn(pruning),
    })
    if (!notes || question === undefined || pruneId === undefined) return
    const { fileName, keptLines } = call
    void notes.keepNote(id, {
      question,
      pruneId,
      firstLine: call.firstLine,
      lineCount: pruning.original_lines ?? 0,
      answer: answered(),
      ...(keptLines && { keptLines }),
      ...(fileName !== undefined && { fileName }),
      ...(reads && { what: reads.what.slice(0, MAX_WHAT) }),
    })
  }
}

/** Characters: sums over many calls do not need more, and half of them are within 0.5 % of all. */
const MAX_COUNTED = 50_000

/**
 * Tokens of a value with one long text, such as a file: pieces of the text are counted as they are in JSON, because
 * printing all of it takes as long as reading it. `undefined` if it has no such text.
 */
function tokensOfLong(value: unknown): number | undefined {
  if (!isFields(value)) return undefined
  const [name, text] = Object.entries(value).find(isLongText) ?? []
  if (name === undefined || text === undefined) return undefined
  const pieces = Array.from({ length: MAX_COUNTED / PIECE }, (_, i) => {
    const from = Math.floor((i * text.length * PIECE) / MAX_COUNTED)
    return text.slice(from, from + PIECE)
  }).join('')
  const rest = sampleTokens(JSON.stringify({ ...value, [name]: '' }), MAX_COUNTED)
  return rest + (sampleTokens(JSON.stringify(pieces)) * text.length) / pieces.length
}

const PIECE = 1000

const isLongText = (entry: [string, unknown]): entry is [string, string] =>
  typeof entry[1] === 'string' && entry[1].length > 2 * MAX_COUNTED

/** A title, not a record. */
const MAX_WHAT = 300

/** A file has several names. */
const placeRead = (source: string, what: string, { project }: Pick<Caller, 'project'>): string =>
  source === 'read' ? resolve(project, what) : what

/** For engines that report it. */
function expectedMissIn({ applied, expected_miss }: PruningMetadata): number | undefined {
  return applied ? expected_miss : undefined
}

/** Clients show their model the structured value instead of the text, where there is one. */
export function shownText({ structuredContent, content }: Partial<CallToolResult>): string {
  if (structuredContent !== undefined) return JSON.stringify(structuredContent)
  // A wrapped server may send anything.
  const blocks: readonly unknown[] = Array.isArray(content) ? content : []
  return blocks.flatMap((block) => textIn(block) ?? []).join('\n')
}

function textIn(block: unknown): string | undefined {
  if (!isFields(block)) return undefined
  const { type, text, resource } = block
  const found = type === 'resource' && isFields(resource) ? resource['text'] : text
  return (type === 'text' || type === 'resource') && typeof found === 'string' ? found : undefined
}
