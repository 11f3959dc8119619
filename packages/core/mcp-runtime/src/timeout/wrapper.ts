// Runs a tool's handler under a time limit. The answer comes at the limit at the latest, whatever the
// handler does; the handler is told to stop through its signal.

import { MAX_TIMER_MS } from '../types.js'
import { type Cancellation, Canceller } from './cancellation.js'

export interface HandlerContext {
  /** Aborts at the time limit and when the caller cancels. Pass it on to whatever does the work. */
  readonly signal: AbortSignal
  /** The same for handlers that only listen, without making a signal. */
  readonly cancellation: Cancellation
  /** Starts the time limit again, within `maxMs` in all. */
  readonly extend: () => void
  /** The result so far. The last one reported, or returned during the grace period, is the `partialResult`. */
  readonly reportPartial: (result: unknown) => void
}

export type ToolHandler<T> = (context: HandlerContext) => T | PromiseLike<T>

/** `TimeoutResult` of the contracts, with the type of its result and the cause of a failure. */
export type TimedResult<T> =
  | { readonly status: 'completed'; readonly result: T; readonly durationMs: number }
  | {
      readonly status: 'timeout'
      readonly timeoutMs: number
      readonly partialResult?: unknown
      readonly error: { readonly code: 'TOOL_TIMEOUT'; readonly message: string }
      readonly durationMs: number
    }
  | {
      readonly status: 'error'
      /** `code` is the error's own, `CANCELLED`, or `OPERATION_FAILED`. */
      readonly error: { readonly code: string; readonly message: string; readonly cause: unknown }
      readonly durationMs: number
    }

export interface RunOptions {
  readonly timeoutMs: number
  /** How long the handler may take in all when it extends the limit. Default: no longer. */
  readonly maxMs?: number | undefined
  /** How long a stopped handler may take to finish and return its result so far. Default 0. */
  readonly graceMs?: number
  /** The caller's own cancellation. */
  readonly signal?: Cancellation | undefined
}

/** Why a handler's signal was aborted at the time limit. */
export class ToolTimeoutError extends Error {
  override readonly name = 'ToolTimeoutError'
  readonly code = 'TOOL_TIMEOUT'
}

/** Never rejects. */
export const runWithTimeout = <T>(
  handler: ToolHandler<T>,
  options: RunOptions,
): Promise<TimedResult<T>> =>
  new Promise((resolve) => new TimedRun(options, resolve).start(handler))

class TimedRun<T> implements HandlerContext {
  readonly #options: RunOptions
  readonly #resolve: (result: TimedResult<T>) => void
  readonly cancellation = new Canceller()
  readonly #start = performance.now()
  readonly #cancel = () => {
    const { signal } = this.#options
    this.#fail(signal?.reason, 'CANCELLED')
    this.cancellation.abort(signal?.reason)
  }
  #stopTimer: () => void
  #partial: { readonly result: unknown } | undefined
  #expired = false
  #finished = false
  /** The limit that ends it next, and when that is. */
  #limitMs: number
  #deadline: number

  constructor(options: RunOptions, resolve: (result: TimedResult<T>) => void) {
    this.#options = options
    this.#resolve = resolve
    this.#limitMs = options.timeoutMs
    this.#deadline = this.#start + options.timeoutMs
    this.#stopTimer = startTimer(options.timeoutMs, () => this.#expire())
  }

  start(handler: ToolHandler<T>): void {
    const { signal, graceMs = 0 } = this.#options
    if (signal?.aborted === true) return this.#cancel()
    signal?.addEventListener('abort', this.#cancel)
    new Promise<T>((settle) => settle(handler(this))).then(
      (result) => {
        if (this.#isInTime()) {
          this.#finish({ status: 'completed', result, durationMs: Math.round(this.#elapsed) })
        } else if (graceMs > 0) {
          this.reportPartial(result)
          this.#finishLate()
        }
      },
      (error: unknown) => {
        if (this.#isInTime()) this.#fail(error)
        else if (graceMs > 0) this.#finishLate()
      },
    )
  }

  get #elapsed(): number {
    return performance.now() - this.#start
  }

  get #message(): string {
    return `The tool did not finish within ${this.#limitMs} ms`
  }

  get signal(): AbortSignal {
    return this.cancellation.signal
  }

  readonly reportPartial = (result: unknown): void => {
    this.#partial = { result }
  }

  readonly extend = (): void => {
    const { timeoutMs, maxMs = timeoutMs } = this.#options
    if (this.#expired || this.#finished) return
    const now = performance.now()
    const left = this.#start + maxMs - now
    this.#limitMs = left < timeoutMs ? maxMs : timeoutMs
    const delay = Math.min(left, timeoutMs)
    this.#deadline = now + delay
    this.#stopTimer()
    this.#stopTimer = startTimer(delay, () => this.#expire())
  }

  /** A handler that blocks the event loop also delays the timer: it is late all the same. */
  #isInTime(): boolean {
    if (!this.#expired && performance.now() > this.#deadline) this.#expire()
    return !this.#expired
  }

  /** Without a grace period the answer is settled before the handler is told, so nothing it does can delay it. */
  #expire(): void {
    const { graceMs = 0 } = this.#options
    this.#expired = true
    if (graceMs === 0) this.#finishLate()
    else this.#stopTimer = startTimer(graceMs, () => this.#finishLate())
    this.cancellation.abort(new ToolTimeoutError(this.#message))
  }

  #fail(cause: unknown, code = codeOf(cause)): void {
    const error = { code, message: messageOf(cause), cause }
    this.#finish({ status: 'error', error, durationMs: Math.round(this.#elapsed) })
  }

  #finishLate(): void {
    this.#finish({
      status: 'timeout',
      timeoutMs: this.#limitMs,
      ...(this.#partial !== undefined && { partialResult: this.#partial.result }),
      error: { code: 'TOOL_TIMEOUT', message: this.#message },
      durationMs: Math.round(this.#elapsed),
    })
  }

  #finish(result: TimedResult<T>): void {
    this.#finished = true
    this.#stopTimer()
    this.#options.signal?.removeEventListener('abort', this.#cancel)
    this.#resolve(result)
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && code !== '' ? code : 'OPERATION_FAILED'
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : error
  return typeof message === 'string' && message !== ''
    ? message
    : 'The tool failed without a reason'
}

// A timer without Node's limit of 24.8 days, beyond which a delay silently becomes 1 ms.
/** Returns the function that stops it. */
export function startTimer(delayMs: number, onExpiry: () => void): () => void {
  let timer: NodeJS.Timeout
  const arm = (remaining: number) => {
    const step = Math.min(remaining, MAX_TIMER_MS)
    timer = setTimeout(() => (remaining > step ? arm(remaining - step) : onExpiry()), step)
  }
  arm(delayMs)
  return () => clearTimeout(timer)
}
