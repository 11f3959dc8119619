// Applies two limits to a call: one for the work around the engine, one for the engine. The work is told to stop, and
// its caller continues without it.
import { AsyncLocalStorage } from 'node:async_hooks'

interface Clock {
  pause(): void
  resume(): void
}

const clocks = new AsyncLocalStorage<Clock>()

export interface CallLimits {
  /** For everything but the engine. */
  readonly overheadMs: number
  readonly engineMs: number
}

/** `undefined` as soon as one of the limits is reached. */
export async function withinLimits<Result>(
  { overheadMs, engineMs }: CallLimits,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const stop = new AbortController()
  const giveUp = () => stop.abort()
  const late = new Promise<undefined>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve(undefined))
  })
  let left = overheadMs
  let since = performance.now()
  let timer = setTimeout(giveUp, left)
  const clock = {
    pause() {
      clearTimeout(timer)
      left -= performance.now() - since
      timer = setTimeout(giveUp, engineMs)
    },
    resume() {
      clearTimeout(timer)
      since = performance.now()
      timer = setTimeout(giveUp, Math.max(0, left))
    },
  }
  try {
    return await Promise.race([clocks.run(clock, () => work(stop.signal)), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Time spent in the engine. */
export async function engineTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const clock = clocks.getStore()
  clock?.pause()
  try {
    return await work()
  } finally {
    clock?.resume()
  }
}
