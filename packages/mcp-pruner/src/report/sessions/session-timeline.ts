// A recorded session that was pruned: its requests, the position of each cut, recoveries, and the context
// size without pruning. The cuts come from the ledger, found in the recording by their ids.
import { sampleTokens } from '@jeeves/pruner/count'
import { type RecordingClient } from '../../clients/registry.js'
import { readSession } from '../../clients/sessions/read-session.js'
import { type RecordedCall, recordedCalls } from '../../clients/sessions/recorded-calls.js'
import type { DatedEvent } from '../../clients/sessions/session-event.js'
import type { PriceTable } from '../prices/price-table.js'
import { costOfAdding, costOfSession, timesCarried } from '../replay/session-cost.js'
import { SessionTurns, type Turn } from '../replay/session-turns.js'

/** The ledger's data of a cut. */
export interface KnownCut {
  /** Of the call. */
  readonly id: string
  readonly tool: string
  readonly tokens: number
}

export interface TimelineTurn {
  readonly at: string | undefined
  readonly model: string
  readonly cached: number
  readonly written: number
  readonly fresh: number
  readonly output: number
  /** Tokens that the context would have had more without pruning. */
  readonly without: number
}

export interface TimelineMark {
  /** Index of the request after it. */
  readonly turn: number
  readonly kind: 'cut' | 'recovered'
  readonly tokens: number
  readonly tool: string
  /** The ledger's id of the call, and the model that made it. */
  readonly call?: string
  readonly model?: string
}

export interface SessionTimeline {
  readonly client: string
  readonly project: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly turns: readonly TimelineTurn[]
  readonly marks: readonly TimelineMark[]
  /** In dollars. */
  readonly bill: number
  readonly saved: number
  /** By the day of the requests and of the cuts. */
  readonly byDay: Readonly<Record<string, { readonly bill: number; readonly saved: number }>>
  readonly cutTokens: number
  readonly recovered: number
  readonly outputs: number
}

const PRUNE_ID = /prn_[0-9A-Z]{26}/g

export async function readTimeline(
  { client, file }: { readonly client: RecordingClient; readonly file: string },
  known: (pruneId: string) => KnownCut | undefined,
  prices: PriceTable,
): Promise<SessionTimeline> {
  const turns = new SessionTurns(prices, client)
  const { main } = turns.conversations
  const marks: TimelineMark[] = []
  const cuts: { after: number; offset: number; tokens: number }[] = []
  const seen = { project: undefined as string | undefined, from: '', to: '', outputs: 0 }
  async function* watched(): AsyncGenerator<DatedEvent> {
    for await (const event of readSession(client, file)) {
      if (event.type === 'start') seen.project ??= event.cwd
      seen.from ||= event.at ?? ''
      seen.to = event.at ?? seen.to
      turns.note(event)
      yield event
    }
  }
  for await (const call of recordedCalls(watched())) {
    const tokens = sampleTokens(call.output)
    const { after, offset, conversation } = turns.output(call.isSidechain, tokens)
    if (conversation !== main) continue
    seen.outputs += 1
    const mark = markOf(call, after + 1, tokens, known)
    if (mark?.kind === 'cut') cuts.push({ after, offset, tokens: mark.tokens })
    if (mark) marks.push(mark)
  }
  const saved = cuts.map((cut) => costOfAdding(cut, cut.tokens, main.turns))
  const all = Object.values(turns.conversations).flatMap((each) => each.turns)
  const byDay: Record<string, { bill: number; saved: number }> = {}
  const day = (at: string | undefined) => (byDay[at?.slice(0, 10) ?? ''] ??= { bill: 0, saved: 0 })
  for (const turn of all) day(turn.at).bill += costOfSession([turn])
  for (const [i, { after }] of cuts.entries()) day(main.turns[after]?.at).saved += saved[i] ?? 0
  return {
    client,
    project: seen.project,
    from: seen.from || undefined,
    to: seen.to || undefined,
    turns: timelineTurns(main.turns, extraTokens(cuts, main.turns)),
    marks,
    bill: costOfSession(all),
    saved: saved.reduce((sum, each) => sum + each, 0),
    byDay,
    cutTokens: cuts.reduce((sum, cut) => sum + cut.tokens, 0),
    recovered: marks.filter(({ kind }) => kind === 'recovered').length,
    outputs: seen.outputs,
  }
}

/** `undefined` for an output that was neither cut nor recovered. */
function markOf(
  { name, output, model }: RecordedCall,
  turn: number,
  tokens: number,
  known: (pruneId: string) => KnownCut | undefined,
): TimelineMark | undefined {
  if (name.endsWith('recover_text')) return { turn, kind: 'recovered', tokens, tool: name }
  // The closing line is at the end: an id elsewhere in the text was not handed out here.
  const id = output.match(PRUNE_ID)?.at(-1)
  const cut = id === undefined ? undefined : known(id)
  if (!cut) return undefined
  return {
    turn,
    kind: 'cut',
    tokens: cut.tokens,
    tool: cut.tool,
    call: cut.id,
    ...(model !== undefined && { model }),
  }
}

const timelineTurns = (
  turns: readonly Turn[],
  without: readonly number[],
): SessionTimeline['turns'] =>
  turns.map(({ at, model, usage }, i) => ({
    at,
    model,
    cached: usage.cachedInputTokens,
    written: usage.cacheWriteTokens,
    fresh: Math.max(0, usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens),
    output: usage.outputTokens,
    without: without[i] ?? 0,
  }))

function extraTokens(
  cuts: readonly { readonly after: number; readonly tokens: number }[],
  turns: Parameters<typeof timesCarried>[1],
): number[] {
  const extra = turns.map(() => 0)
  for (const { after, tokens } of cuts) {
    const last = after + timesCarried(after, turns)
    for (let i = after + 1; i <= last; i += 1) extra[i] = (extra[i] ?? 0) + tokens
  }
  return extra
}
