// From a session's events to its tool calls: each with its output, what the agent said just before it and what
// the user had asked for. What follows a call is told by its number: later calls and words have higher ones.
import type { DatedEvent, RecordedUsage } from './session-event.js'

export interface RecordedCall {
  readonly id: string
  /** Counts the calls of the session from 0. */
  readonly index: number
  readonly name: string
  readonly input: unknown
  readonly output: string
  readonly isError: boolean
  /** What the agent said since the last output, or thought where it said nothing. */
  readonly said: string
  readonly saidFrom: 'said' | 'thought' | 'earlier' | 'nothing'
  readonly prompt: string
  readonly at: string | undefined
  readonly isSidechain: boolean
  /** Of the request in which the model made this call. */
  readonly usage: RecordedUsage | undefined
  readonly model: string | undefined
}

interface OpenCall {
  readonly call: Omit<RecordedCall, 'output' | 'isError'>
}

/** Calls made side by side may never be answered; more than this many are not waited for. */
const MAX_OPEN = 1000
/** Words are for a question, not for a record: the end of what was said is nearest to the call. */
const MAX_WORDS = 4000

/** Yields each call when its output is known, in the order of the outputs. */
export async function* recordedCalls(
  events: AsyncIterable<DatedEvent> | Iterable<DatedEvent>,
): AsyncGenerator<RecordedCall> {
  const open = new Map<string, OpenCall>()
  let index = 0
  let prompt = ''
  let said = ''
  let thought = ''
  let earlier = ''
  let isNewTurn = true
  let usage: RecordedUsage | undefined
  let model: string | undefined

  for await (const event of events) {
    switch (event.type) {
      case 'prompt':
        prompt = event.text.slice(0, MAX_WORDS)
        said = thought = earlier = ''
        break
      case 'said':
      case 'thought':
        if (isNewTurn) {
          earlier = said || earlier
          said = thought = ''
          isNewTurn = false
        }
        if (event.type === 'said') said = joined(said, event.text)
        else thought = joined(thought, event.text)
        break
      case 'usage':
        ;({ usage } = event)
        model = event.model ?? model
        break
      case 'call': {
        const words = wordsBefore(isNewTurn, said, thought, earlier)
        const { id, name, input, at, isSidechain } = event
        const call = { id, index, name, input, ...words, prompt, at, isSidechain, usage, model }
        open.set(id, { call })
        index += 1
        const oldest = open.keys().next().value
        if (open.size > MAX_OPEN && oldest !== undefined) open.delete(oldest)
        break
      }
      case 'output': {
        isNewTurn = true
        const found = open.get(event.id)
        if (!found) break
        open.delete(event.id)
        yield { ...found.call, output: event.text, isError: event.isError }
        break
      }
      case 'start':
        break
    }
  }
}

function wordsBefore(
  isNewTurn: boolean,
  said: string,
  thought: string,
  earlier: string,
): Pick<RecordedCall, 'said' | 'saidFrom'> {
  if (!isNewTurn && said !== '') return { said, saidFrom: 'said' }
  if (!isNewTurn && thought !== '') return { said: thought, saidFrom: 'thought' }
  const before = said || earlier
  return before === '' ? { said: '', saidFrom: 'nothing' } : { said: before, saidFrom: 'earlier' }
}

const joined = (before: string, more: string): string =>
  (before === '' ? more : `${before}\n${more}`).slice(-MAX_WORDS)
