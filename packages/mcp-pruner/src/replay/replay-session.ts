// One recorded session from beginning to end: each output is pruned as it would have been, and judged when it
// is known what the agent went on to use. Only the outputs still waiting for that are held.
import { sampleTokens } from '@jeeves/pruner/count'
import { TURN_TOKENS, whatAReaderPays } from '@jeeves/pruner/measure'
import { type CallFacts, callFacts } from '../clients/sessions/call-kind.js'
import { type RecordingClient, readSession } from '../clients/sessions/read-session.js'
import { type RecordedCall, recordedCalls } from '../clients/sessions/recorded-calls.js'
import type { DatedEvent } from '../clients/sessions/session-event.js'
import { EDITS_WITHIN_CALLS, laterUse, namesIn, QUOTED_WITHIN_MESSAGES } from './later-use.js'
import { type PlainOutput, plainOutput } from './numbered-output.js'
import { createRecordedPruner, type PrunedRecord } from './prune-recorded.js'
import {
  addReplayFigures,
  type Miss,
  noReplayFigures,
  type ReplayFigures,
  type SessionReplay,
} from './replay-figures.js'
import { CostMeter } from './session-cost.js'

export interface ReplayOptions {
  /** Calls before this moment are passed over. */
  readonly since?: number | undefined
  /** Only sessions of this folder and those below it. */
  readonly project?: string | undefined
}

/** Where a session belongs to none of the projects asked for. */
export const OTHER_PROJECT = 'other project'

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

export async function replaySession(
  client: RecordingClient,
  file: string,
  { since, project: wanted }: ReplayOptions = {},
  onRead?: (bytes: number) => void,
): Promise<SessionReplay | typeof OTHER_PROJECT> {
  const skipped = { damaged: 0, tooLong: 0 }
  const byKind: Record<string, ReplayFigures> = {}
  const misses: Miss[] = []
  const cost = new CostMeter()
  const pruneRecorded = createRecordedPruner(client)
  let project: string | undefined
  let known = new Set<string>()
  let waiting: Waiting[] = []

  for await (const call of recordedCalls(watched())) {
    const facts = callFacts(call.name, call.input)
    judgeThose(({ calls }) => calls.length >= EDITS_WITHIN_CALLS)
    if (since === undefined || call.at === undefined || Date.parse(call.at) >= since) {
      await take(call, facts)
    }
    learn(call.output)
  }
  if (!isWithin(project, wanted)) return OTHER_PROJECT
  judgeThose(() => true)
  const total = noReplayFigures()
  for (const figures of Object.values(byKind)) addReplayFigures(total, figures)
  return {
    file,
    client,
    project,
    total,
    byKind,
    misses,
    ...(cost.cost && { cost: cost.cost }),
    damagedLines: skipped.damaged + skipped.tooLong,
  }

  /** The same events, looked at on their way. */
  async function* watched(): AsyncGenerator<DatedEvent> {
    for await (const event of readSession(client, file, { skipped, onRead })) {
      if (event.type === 'start') project ??= event.cwd
      if (!isWithin(project, wanted)) return
      if (event.type === 'usage') cost.request(event.usage)
      if (event.type === 'said') {
        for (const one of waiting) {
          if (one.said.length < QUOTED_WITHIN_MESSAGES) one.said.push(event.text)
        }
      }
      if (event.type === 'call') {
        const facts = callFacts(event.name, event.input)
        // What is looked at once more is used from there.
        judgeThose((one) => isSameLook(one, event.name, event.input))
        for (const one of waiting) one.calls.push(facts)
      }
      yield event
      if (event.type === 'said' || event.type === 'prompt') learn(event.text)
      if (event.type === 'call') learn(JSON.stringify(event.input) ?? '')
    }
  }

  function learn(text: string): void {
    if (known.size > MAX_KNOWN) known = new Set()
    for (const name of namesIn(text)) known.add(name)
  }

  async function take(call: RecordedCall, facts: CallFacts): Promise<void> {
    const figures = (byKind[facts.kind] ??= noReplayFigures())
    figures.outputs += 1
    const plain = plainOutput(call.output)
    const pruned = await pruneRecorded(call, facts, plain)
    if (pruned) {
      const news = new Set(namesIn(plain.text).filter((name) => known.has(name)))
      waiting.push({ call, facts, plain, pruned, known: news, calls: [], said: [] })
      cost.spare(sampleTokens(call.output) - sampleTokens(pruned.shown))
      return
    }
    const tokens = sampleTokens(call.output)
    for (const name of ['raw', 'shown', 'net', 'block'] as const) figures[name] += tokens
  }

  function judgeThose(isDue: (one: Waiting) => boolean): void {
    for (const one of waiting) if (isDue(one)) judge(one)
    waiting = waiting.filter((one) => !isDue(one))
  }

  function judge({ call, facts, plain, pruned, known: seen, calls, said }: Waiting): void {
    const lines = plain.text.split('\n')
    const { path } = facts
    const { firstLine } = plain
    const uses = laterUse(
      { lines, firstLine, path: facts.kind === 'read' ? path : undefined, known: seen },
      { calls, said },
    )
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
    const figures = byKind[facts.kind] as ReplayFigures
    addReplayFigures(figures, {
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
    cost.extraTurn()
    cost.spare(shown + TURN_TOKENS - block)
    misses.push({
      session: file,
      tool: call.name,
      what: (path ?? facts.command ?? facts.pattern ?? '').slice(0, MAX_MISS_TEXT),
      line: first + firstLine - 1,
      text: (lines[first - 1] ?? '').trim().slice(0, MAX_MISS_TEXT),
      use: uses.get(first) ?? '',
      lines: missing.length,
      tokens: raw,
    })
    misses.sort((a, b) => b.tokens - a.tokens).splice(MAX_MISSES)
  }
}

const isSameLook = ({ call }: Waiting, name: string, input: unknown): boolean =>
  call.name === name && JSON.stringify(call.input) === JSON.stringify(input)

const isWithin = (folder: string | undefined, wanted: string | undefined): boolean =>
  wanted === undefined || folder === wanted || folder?.startsWith(`${wanted}/`) === true
