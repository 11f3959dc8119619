// Prunes a recorded call as its client's hooks would have: the same question, the same decisions,
// the same engine; but nothing is stored.
import { pruneIdOf } from '@jeeves/mcp-runtime'
import { sampleTokens } from '@jeeves/pruner/count'
import { embeddedEngine } from '../../ask/engines.js'
import { pruneOutputWith } from '../../ask/prune-output.js'
import { createTextPruner } from '../../ask/text-pruner.js'
import { MIN_OUTPUT_SIZE } from '../../clients/hook-names.js'
import { opencodeFrame } from '../../clients/opencode/output.js'
import { type Framed, unframed } from '../../clients/output-hook.js'
import type { RecordingClient } from '../../clients/registry.js'
import type { CallFacts } from '../../clients/sessions/call-kind.js'
import type { RecordedCall } from '../../clients/sessions/recorded-calls.js'
import { isFields } from '../../clients/sessions/session-event.js'
import { planForCommand } from '../../native/command-policy.js'
import { isServerTool } from '../../native/hook-input.js'
import { nativeQuestion } from '../../native/native-question.js'
import { createPruneNative, isPruned } from '../../native/prune-native.js'
import { isBeforeEdit } from '../../native/read-policy.js'
import { MAX_DISTANCE_TOKENS } from '../../native/repeats/earlier-calls.js'
import { cutRead } from '../../native/show-read.js'
import type { Recovery } from '../../store/recovery.js'
import { codexFrame, wasLongRunning } from './codex-frame.js'
import { dataLines } from './data-lines.js'
import type { PlainOutput } from './numbered-output.js'

export interface PrunedRecord {
  /** What the model would have been shown. */
  readonly shown: string
  /** The question it was pruned by. */
  readonly question: string
  /** 1-based in the plain text. */
  readonly kept: readonly number[]
  /** The text that is judged, if it is not the plain one. */
  readonly judged?: string
}

/** It would have passed raw, and why. */
export interface PassedRaw {
  readonly passedRaw: string
}

export type PruneRecorded = (
  call: RecordedCall,
  facts: CallFacts,
  plain: PlainOutput,
) => Promise<PrunedRecord | PassedRaw>

const raw = (reason: string): PassedRaw => ({ passedRaw: reason })

/** The settings' defaults. */
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

/** Their hooks replace whole outputs, including reads and searches. */
const REPLACING: ReadonlySet<RecordingClient> = new Set(['opencode', 'gemini', 'copilot'])

const FRAMES: Partial<Record<RecordingClient, (whole: string) => Framed>> = {
  codex: codexFrame,
  opencode: opencodeFrame,
}

/** Numbered in the recorded output; the text around it stays. */
function keptOf(output: string, { before, text }: Framed, kept: readonly number[]): number[] {
  const lead = before.split('\n').length - 1
  const body = text.split('\n').length
  const all = output.split('\n').length
  const rest = Array.from({ length: all - lead - body }, (_, i) => lead + body + i + 1)
  return [
    ...Array.from({ length: lead }, (_, i) => i + 1),
    ...kept.map((line) => line + lead),
    ...rest,
  ]
}

/** What this client's hooks never change. */
function whyRaw(client: RecordingClient, call: RecordedCall, facts: CallFacts): string | undefined {
  const { kind } = facts
  if (kind === 'read' && REPLACING.has(client))
    return facts.isRange ? 'a read of a range' : undefined
  if (kind === 'search') return client === 'codex' ? 'a search of this client' : undefined
  if (kind === 'other' && isServerTool(client, call.name)) return undefined
  if (kind !== 'shell') return 'a tool that is not pruned'
  const input = isFields(call.input) ? call.input : {}
  const isBackground = input['run_in_background'] === true
  const plan = planForCommand(facts.command ?? '', { rawCommands: [], isBackground })
  if (plan.do === 'pass') return `a command that passes: ${plan.why}`
  const isLong = client === 'codex' && wasLongRunning(call.name, call.output)
  return isLong ? 'a command that ran for 8 seconds or more' : undefined
}

function createPrune() {
  // This already runs in a thread.
  const pruner = createTextPruner({ workers: 1, hereBelowChars: Number.POSITIVE_INFINITY })
  return createPruneNative(
    pruneOutputWith({
      engines: async () => [embeddedEngine(pruner)],
      recovery: NOTHING_KEPT,
      timeoutMs: TIMEOUT_MS,
      isTooLarge: (text) => Buffer.byteLength(text) > MAX_INPUT_BYTES,
    }),
    () => {},
  )
}

/** One per session: a file that was shown in part is read whole the next time. */
export function createRecordedPruner(client: RecordingClient): PruneRecorded {
  const prune = createPrune()
  const { signal } = new AbortController()
  const cut = new Set<string>()
  /** Of files that were shown whole, after how many tokens: of a read soon after, only repeats are left out. */
  const readWhole = new Map<string, number>()
  let tokens = 0

  return async (call, facts, plain) => {
    tokens += sampleTokens(call.output)
    if (facts.kind === 'edit') return raw('an edit, whose answer is short')
    if (Buffer.byteLength(call.output) < MIN_OUTPUT_SIZE) return raw('short')
    if (facts.kind === 'read' && client === 'claude') return readAgain(call, facts, plain)
    const why = whyRaw(client, call, facts)
    if (why !== undefined) return raw(why)
    if (facts.kind === 'read' && cut.has(facts.path ?? '')) return raw('a file that is read again')
    const query = nativeQuestion(facts, call)
    if (!query) return raw('nothing was said before it')
    const inShell = client === 'claude'
    const framed = (FRAMES[client] ?? unframed)(call.output)
    const pruned = await prune({ text: framed.text, facts, query, inShell }, signal)
    if (!isPruned(pruned)) return raw('too little to gain')
    const shown = framed.before + pruned.text + framed.after
    const { question } = query
    if (!pruned.keptLines) {
      const data = dataLines(framed.text, pruned.text)
      return data
        ? { shown, question, kept: data.kept, judged: data.text }
        : raw('too little to gain')
    }
    if (facts.kind === 'read') cut.add(facts.path ?? '')
    return { shown, question, kept: keptOf(call.output, framed, pruned.keptLines) }
  }

  /** Claude Code's Read is reduced to the lines expected to be needed, as by its hooks module. */
  async function readAgain(
    call: RecordedCall,
    facts: CallFacts,
    { isNumbered }: PlainOutput,
  ): Promise<PrunedRecord | PassedRaw> {
    const { path = '' } = facts
    const { message, messageSource, prompt, output } = call
    if (!isNumbered) return raw('a read without line numbers')
    const tokensSince = tokens - (readWhole.get(path) ?? Number.NEGATIVE_INFINITY)
    if (cut.has(path) || (tokensSince <= MAX_DISTANCE_TOKENS && !facts.isRange))
      return raw('a file that is read again')
    if (facts.isRange) return raw('a read of a range')
    readWhole.set(path, tokens)
    const words = { message: messageSource === 'earlier' ? '' : message, prompt }
    if (isBeforeEdit(words, path)) return raw('a read before an edit')
    const read = await cutRead(output, facts, words, { prune, signal })
    if (!read || !('shown' in read)) return raw('too little to gain')
    cut.add(path)
    const { text, keptLines } = read.shown
    return { shown: text, kept: keptLines, question: read.question }
  }
}
