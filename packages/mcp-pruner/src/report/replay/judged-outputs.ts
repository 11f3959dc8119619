// The outputs of one session, each pruned as it would have been, and judged once it is known what the agent
// used later. Only outputs still pending for that are in memory.
import { sampleTokens } from '@jeeves/pruner/count'
import { readerCost, TURN_TOKENS } from '@jeeves/pruner/measure'
import type { RecordingClient } from '../../clients/registry.js'
import { type CallFacts, callFacts } from '../../clients/sessions/call-kind.js'
import type { RecordedCall } from '../../clients/sessions/recorded-calls.js'
import { addFigures } from '../../ledger/figures.js'
import { runsOf } from '../../store/call-note.js'
import {
  EDITS_WITHIN_CALLS,
  laterUse,
  namesIn,
  QUOTED_WITHIN_MESSAGES,
  type Use,
} from './later-use.js'
import { type PlainOutput, plainOutput } from './numbered-output.js'
import { createRecordedPruner, type PrunedRecord } from './prune-recorded.js'
import {
  type Miss,
  nonePassed,
  noReplayFigures,
  type OpenedOutput,
  type Passed,
  type ReplayFigures,
} from './replay-figures.js'
import type { Cut } from './session-cost.js'
import type { OutputPlace } from './session-turns.js'

/** Names seen so far; at this many they are reset. */
const MAX_KNOWN = 200_000
const MAX_MISSES = 10
const MAX_MISS_TEXT = 200

/** A shorter output, at its position in the conversation. */
export interface PlacedCut extends Cut {
  readonly place: OutputPlace
  readonly kind: string
}

interface PendingOutput {
  readonly call: RecordedCall
  readonly place: OutputPlace
  readonly facts: CallFacts
  readonly plain: PlainOutput
  readonly pruned: PrunedRecord
  readonly known: ReadonlySet<string>
  readonly calls: CallFacts[]
  readonly messages: string[]
}

export class JudgedOutputs {
  readonly byKind: Record<string, ReplayFigures> = {}
  readonly passed: Record<string, Passed> = {}
  readonly cuts: PlacedCut[] = []
  /** The worst of them, most tokens first. */
  readonly misses: Miss[] = []
  opened: OpenedOutput | undefined
  readonly #file: string
  readonly #open: string | undefined
  readonly #pruneRecorded: ReturnType<typeof createRecordedPruner>
  #known = new Set<string>()
  #pending: PendingOutput[] = []

  /** `open`: the id of a call whose output is shown whole. */
  constructor(client: RecordingClient, file: string, open?: string) {
    this.#file = file
    this.#open = open
    this.#pruneRecorded = createRecordedPruner(client)
  }

  /** The agent said something after the pending outputs. */
  addMessage(text: string): void {
    for (const { messages } of this.#pending) {
      if (messages.length < QUOTED_WITHIN_MESSAGES) messages.push(text)
    }
  }

  /** The agent made a call after them. */
  addCall(name: string, input: unknown): void {
    const facts = callFacts(name, input)
    // Looking at something again counts as use from there.
    this.#judgeDue((one) => isSameLook(one, name, input))
    for (const { calls } of this.#pending) calls.push(facts)
  }

  /** Names that the agent has seen from now on. */
  addKnownNames(text: string): void {
    if (this.#known.size > MAX_KNOWN) this.#known = new Set()
    for (const name of namesIn(text)) this.#known.add(name)
  }

  /** Resolves with what would have been shown. */
  async add(call: RecordedCall, tokens: number, place: OutputPlace): Promise<string> {
    this.#judgeDue(({ calls }) => calls.length >= EDITS_WITHIN_CALLS)
    const facts = callFacts(call.name, call.input)
    const figures = (this.byKind[facts.kind] ??= noReplayFigures())
    figures.outputs += 1
    const plain = plainOutput(call.output)
    const pruned = await this.#pruneRecorded(call, facts, plain)
    if ('passedRaw' in pruned) {
      addFigures((this.passed[pruned.passedRaw] ??= nonePassed()), { outputs: 1, tokens })
      addFigures(figures, { raw: tokens, shown: tokens, net: tokens, block: tokens })
      return call.output
    }
    const { judged } = pruned
    const judgedOutput = judged === undefined ? plain : { ...plain, text: judged }
    const known = new Set(namesIn(judgedOutput.text).filter((name) => this.#known.has(name)))
    this.#pending.push({
      call,
      place,
      facts,
      plain: judgedOutput,
      pruned,
      known,
      calls: [],
      messages: [],
    })
    return pruned.shown
  }

  /** The session has ended: what still waits is judged by what is known. */
  finish(): void {
    this.#judgeDue(() => true)
  }

  #judgeDue(isDue: (one: PendingOutput) => boolean): void {
    for (const one of this.#pending) if (isDue(one)) this.#judge(one)
    this.#pending = this.#pending.filter((one) => !isDue(one))
  }

  #judge(output: PendingOutput): void {
    const { call, facts, plain, pruned, known, calls, messages, place } = output
    const lines = plain.text.split('\n')
    const { firstLine } = plain
    const path = facts.kind === 'read' ? facts.path : undefined
    const uses = laterUse({ lines, firstLine, path, known }, { calls, messages })
    const paid = readerCost(
      {
        lines,
        kept: new Set(pruned.kept),
        allTokens: sampleTokens(call.output),
        shownTokens: sampleTokens(pruned.shown),
      },
      [...uses.keys()],
      sampleTokens,
    )
    const { all: raw, shown, net, block, missing } = paid
    addFigures(this.byKind[facts.kind] as ReplayFigures, {
      pruned: 1,
      missed: missing.length > 0 ? 1 : 0,
      withUse: uses.size > 0 ? 1 : 0,
      raw,
      shown,
      net,
      block,
      used: uses.size,
      usedCut: missing.length,
    })
    const miss = missing.length > 0 && { block: block - shown - TURN_TOKENS, whole: raw }
    const { after, offset } = place
    this.cuts.push({
      after,
      offset,
      tokens: raw - shown,
      ...(miss && { miss }),
      place,
      kind: facts.kind,
    })
    if (call.id === this.#open) this.opened = openedOf(output, lines, uses)
    if (missing.length > 0) this.#addMiss(output, lines, missing, uses, raw)
  }

  #addMiss(
    { call, facts, plain }: PendingOutput,
    lines: readonly string[],
    missing: readonly number[],
    uses: ReadonlyMap<number, Use>,
    tokens: number,
  ): void {
    const [first = 1] = missing
    this.misses.push({
      session: this.#file,
      call: call.id,
      tool: call.name,
      what: whatOf(facts),
      line: first + plain.firstLine - 1,
      text: (lines[first - 1] ?? '').trim().slice(0, MAX_MISS_TEXT),
      use: uses.get(first) ?? '',
      lines: missing.length,
      tokens,
    })
    this.misses.sort((a, b) => b.tokens - a.tokens).splice(MAX_MISSES)
  }
}

const whatOf = ({ path, command, pattern }: CallFacts): string =>
  (path ?? command ?? pattern ?? '').slice(0, MAX_MISS_TEXT)

const openedOf = (
  { call, facts, plain, pruned }: PendingOutput,
  lines: readonly string[],
  uses: ReadonlyMap<number, Use>,
): OpenedOutput => ({
  tool: call.name,
  what: whatOf(facts),
  question: pruned.question,
  view: {
    lines,
    firstLine: plain.firstLine,
    kept: runsOf(pruned.kept),
    chances: [],
    reasons: [],
    used: [...uses].map(([line, use]) => ({ line, use })),
  },
})

const isSameLook = ({ call }: PendingOutput, name: string, input: unknown): boolean =>
  call.name === name && JSON.stringify(call.input) === JSON.stringify(input)
