// One recorded session from beginning to end: messages, calls and outputs, in the order of its file.

import { isInside } from '@jeeves/mcp-runtime/files'
import { sampleTokens } from '@jeeves/pruner/count'
import { type RecordingClient } from '../../clients/registry.js'
import { callFacts } from '../../clients/sessions/call-kind.js'
import { readSession } from '../../clients/sessions/read-session.js'
import { recordedCalls } from '../../clients/sessions/recorded-calls.js'
import type { DatedEvent } from '../../clients/sessions/session-event.js'
import type { PriceTable } from '../prices/price-table.js'
import { PUBLISHED_PRICES } from '../prices/published-prices.js'
import { JudgedOutputs } from './judged-outputs.js'
import { RepeatedOutputs } from './repeated-outputs.js'
import { addReplayFigures, noReplayFigures, type SessionReplay } from './replay-figures.js'
import { priceReplay } from './replayed-cost.js'
import type { Assumptions } from './session-cost.js'
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
  const { since, project: wanted, prices = PUBLISHED_PRICES, open } = options
  const skipped = { damaged: 0, tooLong: 0 }
  const turns = new SessionTurns(prices, client)
  const outputs = new JudgedOutputs(client, file, open)
  const repeats = new RepeatedOutputs(client)
  const seen = { project: undefined as string | undefined, events: 0, from: '', to: '' }
  const isRecent = (at: string | undefined) =>
    since === undefined || at === undefined || !(Date.parse(at) < since)
  for await (const call of recordedCalls(watched())) {
    const tokens = sampleTokens(call.output)
    const place = turns.output(call.isSidechain, tokens)
    const isCounted = isRecent(call.at)
    const shown = isCounted ? await outputs.take(call, tokens, place) : call.output
    outputs.learn(call.output)
    if (call.isSidechain) continue
    await repeats.take(call, callFacts(call.name, call.input), {
      text: shown,
      isPruned: shown !== call.output,
      place: isCounted ? place : undefined,
    })
  }
  const notTaken = whyNot()
  if (notTaken !== undefined) return { notTaken }
  outputs.finish()
  const { byKind, misses, passed, opened } = outputs
  const total = noReplayFigures()
  const { cost, byModel } = priceReplay(outputs, turns, isRecent, options.assumptions)
  for (const figures of Object.values(byKind)) addReplayFigures(total, figures)
  return {
    file,
    client,
    project: seen.project,
    from: seen.from || undefined,
    to: seen.to || undefined,
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

  /** The same events, observed on their way. */
  async function* watched(): AsyncGenerator<DatedEvent> {
    for await (const event of readSession(client, file, { skipped, onRead })) {
      if (event.type === 'start') seen.project ??= event.cwd
      if (!isWithin(seen.project, wanted)) return
      seen.events += 1
      seen.from ||= event.at ?? ''
      seen.to = event.at ?? seen.to
      turns.note(event)
      if (event.type === 'compacted' && !event.isSidechain) repeats.forget()
      if (event.type === 'said') outputs.said(event.text)
      if (event.type === 'call') outputs.called(event.name, event.input)
      yield event
      if (event.type === 'said' || event.type === 'prompt') outputs.learn(event.text)
      if (event.type === 'call') outputs.learn(JSON.stringify(event.input) ?? '')
    }
  }

  function whyNot(): string | undefined {
    if (!isWithin(seen.project, wanted)) return 'of another project'
    if (seen.events === 0) {
      return skipped.damaged > 0 ? 'no line of it could be read' : 'holds no conversation'
    }
    if (seen.to !== '' && !isRecent(seen.to)) {
      return `nothing recorded since then; its last entry is of ${seen.to.slice(0, 10)}`
    }
    return undefined
  }
}

const isWithin = (folder: string | undefined, wanted: string | undefined): boolean =>
  wanted === undefined || (folder !== undefined && isInside(wanted, folder))
