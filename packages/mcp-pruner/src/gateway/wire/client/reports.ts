// Progress, log lines and other notifications of wrapped servers on their way to the client: with control characters
// shown, no larger than an answer, and in the order in which they came.
import type { EmitEvent } from '../../../process/events.js'
import type { Fields } from '../../../rpc/message.js'
import { LABELS } from '../../shape/visible-blocks.js'
import type { Upstream } from '../upstream/upstream.js'
import type { Additions } from './additions.js'
import { visibleReport } from './visible-messages.js'

type Send = (params: Fields | undefined) => void

/** The member that holds what a report says, and those that stay beside it when it is cut. */
const CUT: Readonly<Record<string, { readonly text: string; readonly beside: readonly string[] }>> =
  {
    'notifications/progress': { text: 'message', beside: ['progressToken', 'progress', 'total'] },
    'notifications/message': { text: 'data', beside: ['level', 'logger'] },
  }

/** A token, a level, a name or a number is shorter. */
const MAX_BESIDE = 1000

export class Reports {
  readonly #bound: Additions['boundText']
  readonly #maxBytes: number
  readonly #emit: EmitEvent
  /** The last report that waits for its whole to be kept, and for those before it. */
  #waiting: Promise<void> | undefined

  constructor({ boundText, maxBytes, emit }: Pick<Additions, 'boundText' | 'maxBytes' | 'emit'>) {
    this.#bound = boundText
    this.#maxBytes = maxBytes
    this.#emit = emit
  }

  /** Sends it now, or when it is bounded and those before it are sent. */
  pass(upstream: Upstream, method: string, params: Fields | undefined, send: Send): void {
    const shown = visibleReport(method, params)
    const bytes = shown ? Buffer.byteLength(JSON.stringify(shown)) : 0
    const isLarge = bytes >= this.#maxBytes
    if (!isLarge && !this.#waiting) return send(shown)
    const sending = (this.#waiting ?? Promise.resolve()).then(async () => {
      const bounded = isLarge && shown ? await this.#bounded(upstream, method, shown) : shown
      if (bounded || !shown) return send(bounded)
      const data = { server: upstream.name, method, bytes }
      this.#emit('warn', 'upstream.report_dropped', { data })
    })
    const waiting: Promise<void> = sending
      .catch(() => {})
      .finally(() => {
        if (this.#waiting === waiting) this.#waiting = undefined
      })
    this.#waiting = waiting
  }

  /** Waits for what came before the answer to a call: a report after it belongs to nobody. */
  settled(): Promise<void> | undefined {
    return this.#waiting
  }

  /** `undefined`: it has no shorter form. */
  async #bounded(upstream: Upstream, method: string, params: Fields): Promise<Fields | undefined> {
    const form = CUT[method]
    if (!form) return undefined
    const message = params[form.text]
    const text = typeof message === 'string' ? message : (JSON.stringify(message) ?? '')
    const beside = Object.entries(params).filter(
      ([name, held]) => form.beside.includes(name) && JSON.stringify(held).length <= MAX_BESIDE,
    )
    return { ...Object.fromEntries(beside), [form.text]: await this.#bound(text, upstream) }
  }
}

/** Of a value at any depth; the same value when all are short. */
export async function boundLabels<Value>(
  value: Value,
  upstream: Upstream,
  { boundText, maxBytes }: Pick<Additions, 'boundText' | 'maxBytes'>,
): Promise<Value> {
  const bounded = new Map<string, string>()
  const json = JSON.stringify(value, (name, held: unknown) => {
    // A character takes up to four bytes.
    if (isLabel(name, held) && held.length >= maxBytes / 4) bounded.set(held, held)
    return held
  })
  if (bounded.size === 0) return value
  for (const text of bounded.keys()) bounded.set(text, await boundText(text, upstream))
  return JSON.parse(json, (name, held: unknown) =>
    isLabel(name, held) ? (bounded.get(held) ?? held) : held,
  ) as Value
}

const isLabel = (name: string, held: unknown): held is string =>
  typeof held === 'string' && LABELS.has(name)

const MOMENT_MS = 200

export class Coalesce {
  readonly #send: (notice: string) => void
  readonly #waiting = new Map<string, { isRepeated: boolean }>()

  constructor(send: (notice: string) => void) {
    this.#send = send
  }

  notify(notice: string): void {
    const waiting = this.#waiting.get(notice)
    if (waiting) {
      waiting.isRepeated = true
      return
    }
    this.#send(notice)
    const state = { isRepeated: false }
    this.#waiting.set(notice, state)
    setTimeout(() => {
      this.#waiting.delete(notice)
      if (state.isRepeated) this.notify(notice)
    }, MOMENT_MS).unref()
  }
}
