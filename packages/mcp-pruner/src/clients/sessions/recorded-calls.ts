// From a session's events to its tool calls: each with its output, the agent's words just before it and the
// user's prompt. Order is by number: later calls and words have higher ones.
import { dropOldest } from '../../process/drop-oldest.js'
import type { DatedEvent, RecordedUsage } from './session-event.js'

export interface RecordedCall {
  readonly id: string
  /** Numbers the calls of the session from 0. */
  readonly index: number
  readonly name: string
  readonly input: unknown
  readonly output: string
  readonly isError: boolean
  /** The agent's words since the last output, or its thoughts if it said nothing. */
  readonly message: string
  readonly messageSource: 'message' | 'thought' | 'earlier' | 'nothing'
  readonly prompt: string
  readonly at: string | undefined
  readonly isSidechain: boolean
  /** The request in which the model made this call. */
  readonly usage: RecordedUsage | undefined
  readonly model: string | undefined
}

/** Parallel calls may never be answered; more than this many are not tracked. */
const MAX_OPEN = 1000
/** Words are for a question, not for a record: the last ones are nearest to the call. */
const MAX_WORDS = 4000

/** Follows a session: the prompt, and the agent's words since the last output. */
export class WordTracker {
  prompt = ''
  usage: RecordedUsage | undefined
  model: string | undefined
  #message = ''
  #thought = ''
  #earlier = ''
  #isNewTurn = true

  note(event: DatedEvent): void {
    switch (event.type) {
      case 'prompt':
        this.prompt = event.text.slice(0, MAX_WORDS)
        this.#message = this.#thought = this.#earlier = ''
        break
      case 'message':
      case 'thought':
        this.#speak(event)
        break
      case 'usage':
        this.usage = event.usage
        this.model = event.model ?? this.model
        break
      case 'output':
        this.#isNewTurn = true
        break
      case 'start':
      case 'call':
      case 'compacted':
      case 'hook':
        break
    }
  }

  #speak({ type, text }: { readonly type: 'message' | 'thought'; readonly text: string }): void {
    if (this.#isNewTurn) {
      this.#earlier = this.#message || this.#earlier
      this.#message = this.#thought = ''
      this.#isNewTurn = false
    }
    if (type === 'message') this.#message = joined(this.#message, text)
    else this.#thought = joined(this.#thought, text)
  }

  wordsBefore(): Pick<RecordedCall, 'message' | 'messageSource'> {
    if (!this.#isNewTurn && this.#message !== '')
      return { message: this.#message, messageSource: 'message' }
    if (!this.#isNewTurn && this.#thought !== '')
      return { message: this.#thought, messageSource: 'thought' }
    const before = this.#message || this.#earlier
    return before === ''
      ? { message: '', messageSource: 'nothing' }
      : { message: before, messageSource: 'earlier' }
  }
}

/** Yields each call once its output is known, in the order of the outputs. */
export async function* recordedCalls(
  events: AsyncIterable<DatedEvent> | Iterable<DatedEvent>,
): AsyncGenerator<RecordedCall> {
  const open = new Map<string, Omit<RecordedCall, 'output' | 'isError'>>()
  const words = new WordTracker()
  let index = 0
  for await (const event of events) {
    words.note(event)
    if (event.type === 'call') {
      const { id, name, input, at, isSidechain } = event
      const { prompt, usage, model } = words
      const message = words.wordsBefore()
      open.set(id, { id, index, name, input, ...message, prompt, at, isSidechain, usage, model })
      index += 1
      dropOldest(open, MAX_OPEN)
    }
    if (event.type === 'output') {
      const call = open.get(event.id)
      open.delete(event.id)
      if (call) yield { ...call, output: event.text, isError: event.isError }
    }
  }
}

const joined = (before: string, more: string): string =>
  (before === '' ? more : `${before}\n${more}`).slice(-MAX_WORDS)
