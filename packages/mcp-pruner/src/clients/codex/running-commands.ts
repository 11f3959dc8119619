// Commands of Codex that go on after their call has been answered. What they print later comes as the answer to
// `write_stdin` or `wait`, which name a session or a cell and not the command.

import { dropOldest } from '../../process/drop-oldest.js'
import { callFacts } from '../sessions/call-kind.js'
import { isFields, type SessionEvent, textField } from '../sessions/session-event.js'

const STILL_RUNNING = /^(?:Process running with session|Script running with cell) ID (\w+)/m
/** Stands before the output. */
const HEAD_CHARS = 500
/** Of calls that were never answered and commands that never ended. */
const MAX_KNOWN = 1000

export class RunningCommands {
  /** By the id of the call whose answer is to come. */
  readonly #called = new Map<string, string>()
  /** By the id of the session or the cell. */
  readonly #running = new Map<string, string>()

  /** The event, with the command that it waits for. */
  follow(event: SessionEvent): SessionEvent {
    if (event.type === 'output') this.#answered(event)
    if (event.type !== 'call') return event
    const waited = this.#waitedFor(event.name, event.input)
    const command = waited ?? callFacts(event.name, event.input).command
    if (command !== undefined) remember(this.#called, event.id, command)
    if (waited === undefined || !isFields(event.input)) return event
    return { ...event, input: { ...event.input, cmd: waited } }
  }

  #answered({ id, text }: Extract<SessionEvent, { readonly type: 'output' }>): void {
    const command = this.#called.get(id)
    this.#called.delete(id)
    const running = STILL_RUNNING.exec(text.slice(0, HEAD_CHARS))?.[1]
    if (running !== undefined && command !== undefined) remember(this.#running, running, command)
  }

  /** What is typed into a program is answered by the program, not by what the command prints. */
  #waitedFor(name: string, input: unknown): string | undefined {
    if ((name !== 'write_stdin' && name !== 'wait') || !isFields(input)) return undefined
    if ((textField(input.chars) ?? '') !== '') return undefined
    const id = input.session_id ?? input.cell_id
    return typeof id === 'string' || typeof id === 'number'
      ? this.#running.get(String(id))
      : undefined
  }
}

function remember(into: Map<string, string>, key: string, command: string): void {
  into.set(key, command)
  dropOldest(into, MAX_KNOWN)
}
