// Asks the schema thread, and ends it when it does not answer in time. The thread is started when first
// needed and never holds the process.
import type { Worker } from 'node:worker_threads'
import { type Omission, parseExactJson, printJson } from '@jeeves/mcp-runtime'
import { startThread } from '../../../process/thread.js'
import type { Fields } from '../../../rpc/message.js'
import type { Fit, FitRequest } from './fit-schema.js'

/** Values and schemas as JSON text: what crosses is exact, and cheap to copy. */
export interface SchemaQuestion {
  readonly schema: string
  readonly value: string
  /** Absent: is the value valid? */
  readonly fit?: Omit<FitRequest, 'value' | 'schema'>
}

export type SchemaAnswer =
  | { readonly how: 'valid' | 'invalid' }
  | { readonly how: 'noted'; readonly value: string }
  | {
      readonly how: 'smallest'
      readonly value: string
      readonly isNoted: boolean
      readonly cuts: readonly Omission[]
    }

const DEADLINE_MS = 3000
/** Larger ones are not compiled at all. */
const MAX_SCHEMA_CHARS = 262_144
const MAX_VALUE_CHARS = 8 * 1024 * 1024

interface Job {
  readonly settle: (answer: SchemaAnswer | undefined) => void
  timer: NodeJS.Timeout | undefined
}

export class SchemaThread {
  #worker: Worker | undefined
  readonly #jobs = new Map<number, Job>()
  /** Schemas that took too long once are not tried again. */
  readonly #hopeless = new WeakSet<Fields>()
  readonly #texts = new WeakMap<Fields, string>()
  #last: Promise<unknown> = Promise.resolve()
  #nextId = 0
  readonly #seal: string

  /** What notes are sealed with. */
  constructor(seal: string) {
    this.#seal = seal
  }

  /** `undefined`: it could not be checked in time. */
  async isValid(schema: Fields, value: unknown): Promise<boolean | undefined> {
    const answer = await this.#ask(schema, printJson(value))
    return answer && answer.how === 'valid'
  }

  /** `undefined`: it could not be checked in time. */
  async fit(request: FitRequest): Promise<Fit | undefined> {
    const { value, schema, ...fit } = request
    const answer = await this.#ask(schema, printJson(value), fit)
    if (!answer) return undefined
    if (!('value' in answer)) return { how: 'invalid' }
    return { ...answer, value: parseExactJson(answer.value) }
  }

  async #ask(
    schema: Fields,
    value: string,
    fit?: SchemaQuestion['fit'],
  ): Promise<SchemaAnswer | undefined> {
    const text = this.#texts.get(schema) ?? JSON.stringify(schema)
    this.#texts.set(schema, text)
    const isTooLarge = text.length > MAX_SCHEMA_CHARS || value.length > MAX_VALUE_CHARS
    if (isTooLarge || this.#hopeless.has(schema)) return undefined
    // One at a time, so that none is blamed for the time of another.
    const reply = this.#last.then(() =>
      this.#hopeless.has(schema) ? undefined : this.#post(schema, text, value, fit),
    )
    this.#last = reply
    return reply
  }

  #post(
    schema: Fields,
    text: string,
    value: string,
    fit?: SchemaQuestion['fit'],
  ): Promise<SchemaAnswer | undefined> {
    const worker = this.#started()
    const id = this.#nextId++
    return new Promise((resolve) => {
      this.#jobs.set(id, { settle: resolve, timer: undefined })
      this.#endInTime(id, worker, () => this.#hopeless.add(schema))
      const question: SchemaQuestion = { schema: text, value, ...(fit && { fit }) }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ id, question })
    })
  }

  #endInTime(id: number, worker: Worker, onEnd: () => void): void {
    const [cpu, start] = [process.cpuUsage(), performance.now()]
    const look = () => {
      const job = this.#jobs.get(id)
      if (!job) return
      const { user, system } = process.cpuUsage(cpu)
      const processorMs = (user + system) / 1000
      const left = deadlineLeft(DEADLINE_MS, { processorMs, elapsedMs: performance.now() - start })
      if (left > 0) {
        job.timer = setTimeout(look, left)
        return
      }
      onEnd()
      void worker.terminate()
    }
    look()
  }

  #started(): Worker {
    if (this.#worker) return this.#worker
    const worker = startThread<{ readonly id: number; readonly answer: SchemaAnswer }>(
      new URL('./schema-worker.js', import.meta.url),
      {
        workerData: { seal: this.#seal },
        onMessage: ({ id, answer }) => this.#settle(id, answer),
        onLost: () => this.#lose(worker),
        keepsProcess: false,
      },
    )
    this.#worker = worker
    return worker
  }

  #settle(id: number, answer: SchemaAnswer | undefined): void {
    const job = this.#jobs.get(id)
    this.#jobs.delete(id)
    clearTimeout(job?.timer)
    job?.settle(answer)
  }

  #lose(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const id of this.#jobs.keys()) this.#settle(id, undefined)
  }
}

// A deadline by time on the processor: on a busy machine a thread that has hardly run yet is not taken for one that
// does not come to an end.
interface DeadlineTimes {
  /** Of this process with all its threads, since the work was handed over. */
  readonly processorMs: number
  readonly elapsedMs: number
}

/** Whatever else the processor does. */
const MAX_WAIT_FACTOR = 3

/** How long to wait before the next look; 0: the time is over. */
export function deadlineLeft(limitMs: number, { processorMs, elapsedMs }: DeadlineTimes): number {
  // Other threads use processor time too; this one cannot have used more than has passed.
  const used = Math.min(processorMs, elapsedMs)
  const left = Math.min(limitMs - used, limitMs * MAX_WAIT_FACTOR - elapsedMs)
  return left > 0 ? Math.max(1, Math.ceil(left)) : 0
}
