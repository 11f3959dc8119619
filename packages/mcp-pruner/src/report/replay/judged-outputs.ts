// The outputs of one session, each pruned as it would have been, and judged when it is known what the agent went on
// to use. Only the outputs still waiting for that are held.
import { sampleTokens } from '@jeeves/pruner/count'
import { TURN_TOKENS, whatAReaderPays } from '@jeeves/pruner/measure'
import { type CallFacts, callFacts } from '../../clients/sessions/call-kind.js'
import type { RecordingClient } from '../../clients/sessions/read-session.js'
import type { RecordedCall } from '../../clients/sessions/recorded-calls.js'
import { EDITS_WITHIN_CALLS, laterUse, namesIn, QUOTED_WITHIN_MESSAGES } from './later-use.js'
import { type PlainOutput, plainOutput } from './numbered-output.js'
import { createRecordedPruner, type PrunedRecord } from './prune-recorded.js'
import {
  addReplayFigures,
  type Miss,
  noReplayFigures,
  type ReplayFigures,
} from './replay-figures.js'
import type { CostMeter } from './session-cost.js'

/** Names that have been seen; a session that has this many begins anew. */
const MAX_KNOWN = 200_000
const MAX_MISSES = 10
const MAX_MISS_TEXT = 200

interface Waiting {
  readonly call: RecordedCall
  readonly facts: CallFacts
  readonly plain: PlainOutput
  readonly pruned: PrunedRecord
  readonly known: ReadonlySet<string>
  readonly calls: CallFacts[]
  readonly said: string[]
}

export class JudgedOutputs {
  readonly byKind: Record<string, ReplayFigures> = {}
  /** The worst of them, most tokens first. */
  readonly misses: Miss[] = []
  readonly #file: string
  readonly #cost: CostMeter
  readonly #pruneRecorded: ReturnType<typeof createRecordedPruner>
  #known = new Set<string>()
  #waiting: Waiting[] = []

  constructor(client: RecordingClient, file: string, cost: CostMeter) {
    this.#file = file
    this.#cost = cost
    this.#pruneRecorded = createRecordedPruner(client)
  }

  /** The agent said something after the outputs that wait. */
  said(text: string): void {
    for (const { said } of this.#waiting) {
      if (said.length < QUOTED_WITHIN_MESSAGES) said.push(text)
    }
  }

  /** The agent made a call after them. */
  called(name: string, input: unknown): void {
    const facts = callFacts(name, input)
    // What is looked at once more is used from there.
    this.#judgeThose((one) => isSameLook(one, name, input))
    for (const { calls } of this.#waiting) calls.push(facts)
  }

  /** Names that the agent has seen from now on. */
  learn(text: string): void {
    if (this.#known.size > MAX_KNOWN) this.#known = new Set()
    for (const name of namesIn(text)) this.#known.add(name)
  }

  async take(call: RecordedCall, isWanted: boolean): Promise<void> {
    this.#judgeThose(({ calls }) => calls.length >= EDITS_WITHIN_CALLS)
    if (!isWanted) return
    const facts = callFacts(call.name, call.input)
    const figures = (this.byKind[facts.kind] ??= noReplayFigures())
    figures.outputs += 1
    const plain = plainOutput(call.output)
    const pruned = await this.#pruneRecorded(call, facts, plain)
    if (pruned) {
      const known = new Set(namesIn(plain.text).filter((name) => this.#known.has(name)))
      this.#waiting.push({ call, facts, plain, pruned, known, calls: [], said: [] })
      this.#cost.spare(sampleTokens(call.output) - sampleTokens(pruned.shown))
      return
    }
    const tokens = sampleTokens(call.output)
    for (const name of ['raw', 'shown', 'net', 'block'] as const) figures[name] += tokens
  }

  /** The session has ended: what still waits is judged by what is known. */
  finish(): ReplayFigures {
    this.#judgeThose(() => true)
    const total = noReplayFigures()
    for (const figures of Object.values(this.byKind)) addReplayFigures(total, figures)
    return total
  }

  #judgeThose(isDue: (one: Waiting) => boolean): void {
    for (const one of this.#waiting) if (isDue(one)) this.#judge(one)
    this.#waiting = this.#waiting.filter((one) => !isDue(one))
  }

  #judge(output: Waiting): void {
    const { call, facts, plain, pruned, known, calls, said } = output
    const lines = plain.text.split('\n')
    const { firstLine } = plain
    const path = facts.kind === 'read' ? facts.path : undefined
    const uses = laterUse({ lines, firstLine, path, known }, { calls, said })
    const paid = whatAReaderPays(
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
    addReplayFigures(this.byKind[facts.kind] as ReplayFigures, {
      outputs: 0,
      pruned: 1,
      missed: missing.length > 0 ? 1 : 0,
      raw,
      shown,
      net,
      block,
      used: uses.size,
      usedCut: missing.length,
    })
    const [first] = missing
    if (first === undefined) return
    this.#cost.extraTurn()
    this.#cost.spare(shown + TURN_TOKENS - block)
    this.misses.push({
      session: this.#file,
      tool: call.name,
      what: (facts.path ?? facts.command ?? facts.pattern ?? '').slice(0, MAX_MISS_TEXT),
      line: first + firstLine - 1,
      text: (lines[first - 1] ?? '').trim().slice(0, MAX_MISS_TEXT),
      use: uses.get(first) ?? '',
      lines: missing.length,
      tokens: raw,
    })
    this.misses.sort((a, b) => b.tokens - a.tokens).splice(MAX_MISSES)
  }
}

const isSameLook = ({ call }: Waiting, name: string, input: unknown): boolean =>
  call.name === name && JSON.stringify(call.input) === JSON.stringify(input)
