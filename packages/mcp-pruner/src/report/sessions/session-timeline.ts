// A recorded session that was pruned: its requests, the position of each cut, recoveries, and the context
// size without pruning. The cuts come from the ledger, found in the recording by their ids.
import { sampleTokens } from '@jeeves/pruner/count'
import { type RecordingClient } from '../../clients/registry.js'
import { callFacts } from '../../clients/sessions/call-kind.js'
import { readSession } from '../../clients/sessions/read-session.js'
import { type RecordedCall, recordedCalls } from '../../clients/sessions/recorded-calls.js'
import type { DatedEvent } from '../../clients/sessions/session-event.js'
import { addFigures } from '../../ledger/figures.js'
import type { PriceTable } from '../prices/price-table.js'
import { ASSUMPTIONS, costOfSession, timesCarried } from '../replay/session-cost.js'
import { SessionScope } from '../replay/session-scope.js'
import { SessionTurns, type Turn } from '../replay/session-turns.js'
import { type Money, noMoney } from './money-sums.js'
import { costOfList, moneyOfCut } from './session-money.js'

/** The ledger's data of a cut, in tokens. */
export interface KnownCut {
  /** Of the call. */
  readonly id: string
  readonly tool: string
  readonly tokens: number
  readonly question: number
  readonly recovered: number
  readonly again: number
  /** What the estimate of misses charges beyond recoveries and repeats. */
  readonly expected: number
  readonly missChance: number
  /** The server's session, and the size of the tool list that it sent. */
  readonly session: string
  readonly list: number
}

/** The same text has the same id in every session: `at` tells which of its cuts is meant. */
export type FindCut = (pruneId: string, at: string | undefined) => KnownCut | undefined

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
  /** `again`: the same was read or run again soon after a cut. */
  readonly kind: 'cut' | 'recovered' | 'again'
  readonly tokens: number
  readonly tool: string
  /** The engine's own estimate, for a cut. */
  readonly missChance?: number
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
  readonly money: Money
  /** By the day of the requests and of the cuts. */
  readonly byDay: Readonly<Record<string, Money>>
  readonly cuts: number
  readonly cutTokens: number
  /** How often something was recovered, and how often the same was asked for again. */
  readonly recovered: number
  readonly again: number
  readonly outputs: number
}

const PRUNE_ID = /prn_[0-9A-Z]{26}/g

export async function readTimeline(
  { client, file }: { readonly client: RecordingClient; readonly file: string },
  known: FindCut,
  prices: PriceTable,
): Promise<SessionTimeline> {
  const turns = new SessionTurns(prices, client)
  const { main } = turns.conversations
  const marks: TimelineMark[] = []
  const cuts: RecordedCut[] = []
  const repeats = new RepeatedCalls()
  const scope = new SessionScope({})
  let outputs = 0
  async function* watched(): AsyncGenerator<DatedEvent> {
    for await (const event of readSession(client, file)) {
      scope.accepts(event)
      turns.note(event)
      yield event
    }
  }
  for await (const call of recordedCalls(watched())) {
    const tokens = sampleTokens(call.output)
    const { after, offset, conversation } = turns.output(call.isSidechain, tokens)
    const isRecovery = call.name.endsWith('recover_text')
    const cut = isRecovery ? undefined : cutIn(call, known)
    if (cut) cuts.push({ ...cut, after, offset, turns: conversation.turns })
    const isAgain = repeats.note(call, cut !== undefined)
    if (conversation !== main) continue
    outputs += 1
    const mark = { turn: after + 1, tokens, tool: call.name }
    if (isRecovery) marks.push({ ...mark, kind: 'recovered' })
    if (isAgain) marks.push({ ...mark, kind: 'again' })
    if (cut) marks.push(cutMark(cut, after + 1, call.model))
  }
  const all = Object.values(turns.conversations).flatMap((each) => each.turns)
  const byDay = moneyByDay(all, cuts)
  const money = noMoney()
  for (const day of Object.values(byDay)) addFigures(money, day)
  const ofMain = cuts.filter((cut) => cut.turns === main.turns)
  return {
    client,
    project: scope.project,
    from: scope.from || undefined,
    to: scope.to || undefined,
    turns: timelineTurns(main.turns, extraTokens(ofMain, main.turns)),
    marks,
    money,
    byDay,
    cuts: cuts.length,
    cutTokens: cuts.reduce((sum, cut) => sum + cut.tokens, 0),
    recovered: marks.filter(({ kind }) => kind === 'recovered').length,
    again: marks.filter(({ kind }) => kind === 'again').length,
    outputs,
  }
}

interface RecordedCut extends KnownCut {
  readonly after: number
  readonly offset: number
  /** Of the conversation that it is in. */
  readonly turns: readonly Turn[]
}

function moneyByDay(all: readonly Turn[], cuts: readonly RecordedCut[]): Record<string, Money> {
  const byDay: Record<string, Money> = {}
  const add = (at: string | undefined, more: Partial<Money>) =>
    addFigures((byDay[at?.slice(0, 10) ?? ''] ??= noMoney()), more)
  const lists = new Map(cuts.map(({ session, list, turns }) => [session, { list, turns }]))
  for (const turn of all) add(turn.at, { bill: costOfSession([turn]) })
  for (const { list, turns } of lists.values()) {
    for (const turn of turns) add(turn.at, { list: costOfList(list, turn) })
  }
  for (const cut of cuts) {
    add(cut.turns[cut.after]?.at, moneyOfCut(cut, cut.turns, ASSUMPTIONS.callTokens))
  }
  return byDay
}

function cutIn({ output, at }: RecordedCall, known: FindCut): KnownCut | undefined {
  // The closing line is at the end: an id elsewhere in the text was not handed out here.
  const id = output.match(PRUNE_ID)?.at(-1)
  return id === undefined ? undefined : known(id, at)
}

const cutMark = (
  { id, tool, tokens, missChance }: KnownCut,
  turn: number,
  model: string | undefined,
): TimelineMark => ({
  turn,
  kind: 'cut',
  tokens,
  tool,
  missChance,
  call: id,
  ...(model !== undefined && { model }),
})

/** As in the ledger: so many calls after a cut, the same call is a repeat. */
const REPEAT_WITHIN = 12

class RepeatedCalls {
  readonly #cutBefore = new Map<string, number>()

  /** Whether the call repeats one that was cut shortly before. */
  note({ name, input, index }: RecordedCall, isCut: boolean): boolean {
    const { kind, path = '', command = '', pattern = '' } = callFacts(name, input)
    const request = [path, command, pattern]
    if (kind === 'edit' || request.every((part) => part === '')) return false
    const key = JSON.stringify([kind, ...request])
    const before = this.#cutBefore.get(key)
    if (isCut) this.#cutBefore.set(key, index)
    return before !== undefined && index - before <= REPEAT_WITHIN
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
