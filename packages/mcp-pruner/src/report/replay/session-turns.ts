// The requests of a session, from the client's own figures, and the position of each tool output
// in the conversation. Subagents recorded in the same file have their own conversation.
import type { DatedEvent } from '../../clients/sessions/session-event.js'
import { type PriceTable, pricesOf } from '../prices/price-table.js'
import type { SessionRequest } from './session-cost.js'

export interface Turn extends SessionRequest {
  readonly at: string | undefined
  readonly model: string
  readonly id: string | undefined
  readonly isPriced: boolean
}

export interface Conversation {
  readonly turns: Turn[]
  /** Tokens of outputs since the last request. */
  offset: number
  isCompacted: boolean
}

/** The position of an output: after which request of which conversation. */
export interface OutputPlace {
  readonly conversation: Conversation
  readonly after: number
  readonly offset: number
}

const FREE = { input: 0, output: 0 }
export const UNKNOWN_MODEL = 'unknown model'

export class SessionTurns {
  readonly conversations: Record<'main' | 'side', Conversation> = {
    main: { turns: [], offset: 0, isCompacted: false },
    side: { turns: [], offset: 0, isCompacted: false },
  }
  /** Models that are not in the table; other prices are used for them. */
  readonly standIns: Record<string, string> = {}
  readonly #table: PriceTable
  readonly #client: string

  constructor(table: PriceTable, client: string) {
    this.#table = table
    this.#client = client
  }

  note(event: DatedEvent): void {
    const conversation = this.#of(event.isSidechain)
    if (event.type === 'compacted') conversation.isCompacted = true
    if (event.type === 'usage') this.#request(conversation, event)
  }

  output(isSidechain: boolean, tokens: number): OutputPlace {
    const conversation = this.#of(isSidechain)
    const { offset, turns } = conversation
    conversation.offset += tokens
    return { conversation, after: turns.length - 1, offset }
  }

  #of(isSidechain: boolean): Conversation {
    return this.conversations[isSidechain ? 'side' : 'main']
  }

  #request(
    conversation: Conversation,
    { usage, model, request, at }: Extract<DatedEvent, { type: 'usage' }>,
  ): void {
    // Some records have usage with only zeros, and messages that no model wrote.
    if (usage.inputTokens + usage.outputTokens === 0) return
    const { turns, isCompacted } = conversation
    const last = turns.at(-1)
    if (last && request !== undefined && last.id === request) {
      turns[turns.length - 1] = { ...last, usage }
      return
    }
    const priced = pricesOf(this.#table, model, this.#client)
    const name = model ?? UNKNOWN_MODEL
    if (priced?.standIn !== undefined) this.standIns[name] = priced.standIn
    turns.push({
      at,
      model: name,
      id: request,
      usage,
      prices: priced?.prices ?? FREE,
      isPriced: priced !== undefined,
      isCompacted,
    })
    conversation.isCompacted = false
    conversation.offset = 0
  }
}
