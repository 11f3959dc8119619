// Runs a tool's handler under a time limit. The answer comes at the limit at the latest, whatever the
// handler does; the handler is told to stop through its signal.
import { startTimer } from './long-timer.js'

export interface HandlerContext {
  /** Aborts at the time limit and when the caller cancels. Pass it on to whatever does the work. */
  readonly signal: AbortSignal
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
  /** How long a stopped handler may take to finish and return its result so far. Default 0. */
  readonly graceMs?: number
  /** The caller's own cancellation. */
  readonly signal?: AbortSignal | undefined
}

/** Why a handler's signal was aborted at the time limit. */
export class ToolTimeoutError extends Error {
  override readonly name = 'ToolTimeoutError'
  readonly code = 'TOOL_TIMEOUT'
}

/** Never rejects. */
export function runWithTimeout<T>(
  handler: ToolHandler<T>,
  { timeoutMs, graceMs = 0, signal }: RunOptions,
): Promise<TimedResult<T>> {
  const start = performance.now()
  const elapsed = () => performance.now() - start
  const controller = new AbortController()
  const message = `The tool did not finish within ${timeoutMs} ms`
  let partial: { readonly result: unknown } | undefined
  let expired = false
  const context: HandlerContext = {
    signal: controller.signal,
    reportPartial: (result) => {
      partial = { result }
    },
  }

  return new Promise((resolve) => {
    const finish = (result: TimedResult<T>) => {
      stopTimer()
      signal?.removeEventListener('abort', cancel)
      resolve(result)
    }
    const finishLate = () =>
      finish({
        status: 'timeout',
        timeoutMs,
        ...(partial !== undefined && { partialResult: partial.result }),
        error: { code: 'TOOL_TIMEOUT', message },
        durationMs: Math.round(elapsed()),
      })
    // Without a grace period the answer is settled before the handler is told, so nothing it does can delay
    // it.
    const expire = () => {
      expired = true
      if (graceMs === 0) finishLate()
      else stopTimer = startTimer(graceMs, finishLate)
      controller.abort(new ToolTimeoutError(message))
    }
    const fail = (cause: unknown, code = codeOf(cause)) => {
      const error = { code, message: messageOf(cause), cause }
      finish({ status: 'error', error, durationMs: Math.round(elapsed()) })
    }
    const cancel = () => {
      fail(signal?.reason, 'CANCELLED')
      controller.abort(signal?.reason)
    }
    // A handler that blocks the event loop also delays the timer: it is late all the same.
    const inTime = () => {
      if (!expired && elapsed() > timeoutMs) expire()
      return !expired
    }

    let stopTimer = startTimer(timeoutMs, expire)
    if (signal?.aborted === true) return cancel()
    signal?.addEventListener('abort', cancel)
    new Promise<T>((settle) => settle(handler(context))).then(
      (result) => {
        if (inTime()) {
          finish({ status: 'completed', result, durationMs: Math.round(elapsed()) })
        } else if (graceMs > 0) {
          context.reportPartial(result)
          finishLate()
        }
      },
      (error: unknown) => {
        if (inTime()) fail(error)
        else if (graceMs > 0) finishLate()
      },
    )
  })
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
