// A time limit that stops the work, not only the waiting: the signal is aborted, and the work has a moment
// to end its children and hand over what it has. Work that ignores the signal cannot hold the answer.
import type { Failure } from './tool.js'

/** Enough to terminate a process group, wait, and kill it. */
const GRACE_MS = 2000

/** The abort reason that tells a reached limit from a cancellation. */
export class TimeLimitReached extends Error {
  override readonly name = 'TimeLimitReached'
  readonly limitMs: number

  constructor(limitMs: number) {
    super(`stopped after ${limitMs} ms`)
    this.limitMs = limitMs
  }
}

export const timeLimitFailure = ({ limitMs }: { readonly limitMs: number }): Failure => ({
  code: 'timeout',
  message: `stopped after timeout_ms=${limitMs}`,
})

export async function withTimeLimit<Result>(
  limitMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | { readonly failure: Failure }> {
  const controller = new AbortController()
  const timers: NodeJS.Timeout[] = []
  const abandoned = new Promise<{ failure: Failure }>((resolve) => {
    const expire = () => {
      controller.abort(new TimeLimitReached(limitMs))
      timers.push(setTimeout(() => resolve({ failure: timeLimitFailure({ limitMs }) }), GRACE_MS))
    }
    timers.push(setTimeout(expire, limitMs))
  })
  try {
    return await Promise.race([work(AbortSignal.any([outer, controller.signal])), abandoned])
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}
