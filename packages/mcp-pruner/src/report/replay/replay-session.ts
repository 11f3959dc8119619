// One recorded session from beginning to end: messages, calls and outputs, in the order of its file.

import { sampleTokens } from '@jeeves/pruner/count'
import { type RecordingClient } from '../../clients/registry.js'
import { callFacts } from '../../clients/sessions/call-kind.js'
import { readSession } from '../../clients/sessions/read-session.js'
import { recordedCalls } from '../../clients/sessions/recorded-calls.js'
import type { DatedEvent } from '../../clients/sessions/session-event.js'
import { addFigures } from '../../ledger/figures.js'
import type { PriceTable } from '../prices/price-table.js'
import { PUBLISHED_PRICES } from '../prices/published-prices.js'
import { JudgedOutputs } from './judged-outputs.js'
import { RepeatedOutputs } from './repeated-outputs.js'
import { noReplayFigures, type SessionReplay } from './replay-figures.js'
import { priceReplay } from './replayed-cost.js'
import type { Assumptions } from './session-cost.js'
import { SessionScope } from './session-scope.js'
import { SessionTurns } from './session-turns.js'

export interface ReplayOptions {
  /** Calls and requests before this time are skipped. */
  readonly since?: number | undefined
  /** Only sessions of this folder and its subfolders. */
  readonly project?: string | undefined
  /** Absent: the published prices. */
  readonly prices?: PriceTable | undefined
  readonly assumptions?: Assumptions | undefined
  /** The id of a call whose output is shown whole. */
  readonly open?: string | undefined
}

/** Why a session is not part of the replay. */
export type NotTaken = { readonly notTaken: string }

export const isNotTaken = (outcome: SessionReplay | NotTaken): outcome is NotTaken =>
  'notTaken' in outcome

export async function replaySession(
  client: RecordingClient,
  file: string,
  options: ReplayOptions = {},
  onRead?: (bytes: number) => void,
): Promise<SessionReplay | NotTaken> {
  const { prices = PUBLISHED_PRICES, open } = options
  const skipped = { damaged: 0, tooLong: 0 }
  const observers: Observers = {
    scope: new SessionScope(options),
    turns: new SessionTurns(prices, client),
    outputs: new JudgedOutputs(client, file, open),
    repeats: new RepeatedOutputs(client),
  }
  const { scope, turns, outputs, repeats } = observers
  const events = readSession(client, file, { skipped, onRead })
  for await (const call of recordedCalls(watched(events, observers))) {
    const tokens = sampleTokens(call.output)
    const place = turns.output(call.isSidechain, tokens)
    const isCounted = scope.isRecent(call.at)
    const shown = isCounted ? await outputs.add(call, tokens, place) : call.output
    outputs.addKnownNames(call.output)
    if (call.isSidechain) continue
    await repeats.add(call, callFacts(call.name, call.input), {
      text: shown,
      isPruned: shown !== call.output,
      place: isCounted ? place : undefined,
    })
  }
  const notTaken = scope.skipReason(skipped.damaged)
  if (notTaken !== undefined) return { notTaken }
  outputs.finish()
  const { byKind, misses, passed, opened } = outputs
  const total = noReplayFigures()
  const { cost, byModel } = priceReplay(
    outputs,
    turns,
    (at) => scope.isRecent(at),
    options.assumptions,
  )
  for (const figures of Object.values(byKind)) addFigures(total, figures)
  return {
    file,
    client,
    project: scope.project,
    from: scope.from || undefined,
    to: scope.to || undefined,
    total,
    byKind,
    byModel,
    passed,
    misses,
    repeats: repeats.sum,
    ...(cost && { cost }),
    standIns: turns.standIns,
    damagedLines: skipped.damaged + skipped.tooLong,
    ...(opened && { opened }),
  }
}

interface Observers {
  readonly scope: SessionScope
  readonly turns: SessionTurns
  readonly outputs: JudgedOutputs
  readonly repeats: RepeatedOutputs
}

/** The same events, observed on their way. */
async function* watched(
  events: AsyncIterable<DatedEvent>,
  { scope, turns, outputs, repeats }: Observers,
): AsyncGenerator<DatedEvent> {
  for await (const event of events) {
    if (!scope.accepts(event)) return
    turns.note(event)
    if (event.type === 'compacted' && !event.isSidechain) repeats.forget()
    if (event.type === 'message') outputs.addMessage(event.text)
    if (event.type === 'call') outputs.addCall(event.name, event.input)
    yield event
    if (event.type === 'message' || event.type === 'prompt') outputs.addKnownNames(event.text)
    if (event.type === 'call') outputs.addKnownNames(JSON.stringify(event.input) ?? '')
  }
}
