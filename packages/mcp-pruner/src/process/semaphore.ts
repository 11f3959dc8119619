// A semaphore: runs at most `atOnce` jobs at the same time; the others wait in order.

export type RunLimited = <Value>(work: () => Promise<Value>) => Promise<Value>

export function createSemaphore(atOnce: number): RunLimited {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
