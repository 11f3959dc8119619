// Every tool output of a recorded session: what it costs, what the hooks would have shown of it, and what the agent
// used of it later, whether it was pruned or not.
import {
  callFacts,
  clientOfSession,
  costOfCarrying,
  costOfSession,
  createRecordedPruner,
  type DatedEvent,
  EDITS_WITHIN_CALLS,
  type LaterEvents,
  laterUse,
  namesIn,
  type OutputPlace,
  type PrunedRecord,
  PUBLISHED_PRICES,
  plainOutput,
  QUOTED_WITHIN_MESSAGES,
  type RecordedCall,
  RepeatedOutputs,
  readSession,
  recordedCalls,
  SessionTurns,
  savedBy,
} from '@jeeves/mcp-pruner/replay'
import { sampleTokens } from '@jeeves/pruner/count'
import { readerCost, TURN_TOKENS } from '@jeeves/pruner/measure'

export interface SessionOutput {
  readonly tool: string
  readonly isRange: boolean
  readonly bytes: number
  /** Why it passed raw; `undefined` if it is pruned. */
  readonly passedRaw: string | undefined
  readonly raw: number
  readonly shown: number
  readonly net: number
  readonly block: number
  /** Tokens of the lines that were used, with marks and a closing line. */
  readonly perfect: number
  /** Dollars over all requests that carry it: unpruned, saved by the hooks, saved by showing what was used. */
  readonly rawCost: number
  readonly saved: number
  readonly perfectSaved: number
}

export interface SessionOutputs {
  readonly client: string
  readonly bill: number
  readonly outputs: readonly SessionOutput[]
  /** By marks for repeats, besides: tokens and dollars. */
  readonly repeats: { readonly tokens: number; readonly saved: number }
}

const MARK_TOKENS = 4
const CLOSING_TOKENS = 45

interface Taken {
  readonly call: RecordedCall
  readonly place: OutputPlace
  readonly record: PrunedRecord | { readonly passedRaw: string }
  readonly known: ReadonlySet<string>
  readonly later: LaterEvents & { readonly calls: unknown[]; readonly messages: string[] }
}

type Outcome = Pick<SessionOutput, 'shown' | 'net' | 'block' | 'perfect'> & { fetched: number }

/** `undefined` for a file of no known client. */
export async function sessionOutputs(file: string): Promise<SessionOutputs | undefined> {
  const client = await clientOfSession(file)
  if (client === undefined) return undefined
  const turns = new SessionTurns(PUBLISHED_PRICES, client)
  const repeats = new RepeatedOutputs(client)
  const prune = createRecordedPruner(client)
  const known = new Set<string>()
  const taken: Taken[] = []
  const learn = (text: string) => {
    for (const name of namesIn(text)) known.add(name)
  }

  async function* watched(events: AsyncIterable<DatedEvent>): AsyncGenerator<DatedEvent> {
    for await (const event of events) {
      turns.note(event)
      if (event.type === 'compacted' && !event.isSidechain) repeats.forget()
      for (const { later } of taken.slice(-EDITS_WITHIN_CALLS * 4)) noteLater(later, event)
      yield event
      if (event.type === 'message' || event.type === 'prompt') learn(event.text)
      if (event.type === 'call') learn(JSON.stringify(event.input) ?? '')
    }
  }

  for await (const call of recordedCalls(watched(readSession(client, file)))) {
    const place = turns.output(call.isSidechain, sampleTokens(call.output))
    const facts = callFacts(call.name, call.input)
    const plain = plainOutput(call.output)
    const record = await prune(call, facts, plain)
    const isPruned = !('passedRaw' in record)
    const seen = new Set(namesIn(plain.text).filter((name) => known.has(name)))
    taken.push({ call, place, record, known: seen, later: { calls: [], messages: [] } })
    learn(call.output)
    if (call.isSidechain) continue
    const text = isPruned ? record.shown : call.output
    await repeats.add(call, facts, { text, isPruned, place })
  }
  const { conversations } = turns
  const bill = Object.values(conversations).reduce(
    (sum, each) => sum + costOfSession(each.turns.filter(({ isPriced }) => isPriced)),
    0,
  )
  return { client, bill, outputs: taken.map(outputOf), repeats: repeats.sum }
}

function noteLater({ calls, messages }: Taken['later'], event: DatedEvent): void {
  if (event.type === 'message' && messages.length < QUOTED_WITHIN_MESSAGES)
    messages.push(event.text)
  if (event.type === 'call' && calls.length < EDITS_WITHIN_CALLS)
    calls.push(callFacts(event.name, event.input))
}

function outputOf({ call, place, record, known, later }: Taken): SessionOutput {
  const raw = sampleTokens(call.output)
  const facts = callFacts(call.name, call.input)
  const pruned = 'passedRaw' in record ? undefined : record
  const plain = plainOutput(call.output)
  const lines = (pruned?.judged ?? plain.text).split('\n')
  const path = facts.kind === 'read' ? facts.path : undefined
  const used = [...laterUse({ lines, firstLine: plain.firstLine, path, known }, later).keys()]
  const { fetched, ...outcome } = outcomeOf(lines, used, raw, pruned)
  const { turns } = place.conversation
  const cut = { after: place.after, offset: place.offset, tokens: raw - outcome.shown }
  const miss = fetched > 0 ? { miss: { block: fetched, whole: raw } } : {}
  const rawCost = costOfCarrying(place, raw, turns)
  return {
    tool: call.name,
    isRange: facts.isRange,
    bytes: Buffer.byteLength(call.output),
    passedRaw: 'passedRaw' in record ? record.passedRaw : undefined,
    raw,
    ...outcome,
    rawCost,
    saved: pruned ? savedBy({ ...cut, ...miss }, turns).middle : 0,
    perfectSaved: rawCost - costOfCarrying(place, outcome.perfect, turns),
  }
}

function outcomeOf(
  lines: readonly string[],
  used: readonly number[],
  raw: number,
  pruned: PrunedRecord | undefined,
): Outcome {
  const wanted = used.toSorted((a, b) => a - b)
  const perfect = wanted.reduce(
    (sum, line, i) =>
      sum +
      sampleTokens(lines[line - 1] ?? '') +
      (line === (wanted[i - 1] ?? 0) + 1 ? 1 : MARK_TOKENS + 1),
    CLOSING_TOKENS,
  )
  const least = { perfect: Math.min(raw, perfect) }
  if (!pruned) return { shown: raw, net: raw, block: raw, fetched: 0, ...least }
  const { shown, net, block, missing } = readerCost(
    {
      lines,
      kept: new Set(pruned.kept),
      allTokens: raw,
      shownTokens: sampleTokens(pruned.shown),
    },
    wanted,
    sampleTokens,
  )
  return {
    shown,
    net,
    block,
    fetched: missing.length > 0 ? block - shown - TURN_TOKENS : 0,
    ...least,
  }
}
