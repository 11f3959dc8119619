// One recorded session from beginning to end: what was said, called and given, in the order of its file.
import { type RecordingClient, readSession } from '../../clients/sessions/read-session.js'
import { recordedCalls } from '../../clients/sessions/recorded-calls.js'
import type { DatedEvent } from '../../clients/sessions/session-event.js'
import { JudgedOutputs } from './judged-outputs.js'
import type { SessionReplay } from './replay-figures.js'
import { CostMeter } from './session-cost.js'

export interface ReplayOptions {
  /** Calls before this moment are passed over. */
  readonly since?: number | undefined
  /** Only sessions of this folder and those below it. */
  readonly project?: string | undefined
}

/** Where a session belongs to none of the projects asked for. */
export const OTHER_PROJECT = 'other project'

export async function replaySession(
  client: RecordingClient,
  file: string,
  { since, project: wanted }: ReplayOptions = {},
  onRead?: (bytes: number) => void,
): Promise<SessionReplay | typeof OTHER_PROJECT> {
  const skipped = { damaged: 0, tooLong: 0 }
  const cost = new CostMeter()
  const outputs = new JudgedOutputs(client, file, cost)
  let project: string | undefined
  for await (const call of recordedCalls(watched())) {
    const isWanted = since === undefined || call.at === undefined || Date.parse(call.at) >= since
    await outputs.take(call, isWanted)
    outputs.learn(call.output)
  }
  if (!isWithin(project, wanted)) return OTHER_PROJECT
  const total = outputs.finish()
  const { byKind, misses } = outputs
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
      if (event.type === 'said') outputs.said(event.text)
      if (event.type === 'call') outputs.called(event.name, event.input)
      yield event
      if (event.type === 'said' || event.type === 'prompt') outputs.learn(event.text)
      if (event.type === 'call') outputs.learn(JSON.stringify(event.input) ?? '')
    }
  }
}

const isWithin = (folder: string | undefined, wanted: string | undefined): boolean =>
  wanted === undefined || folder === wanted || folder?.startsWith(`${wanted}/`) === true
