// Runs a cache's clean-up periodically, without keeping the process or a forgotten cache alive.
import { MAX_TIMER_MS } from '../types.js'

/** Returns the function that stops it. */
export function startCleanupTimer(cache: { cleanup(): number }, intervalMs: number): () => void {
  const reference = new WeakRef(cache)
  const timer = setInterval(
    () => {
      const alive = reference.deref()
      if (alive === undefined) clearInterval(timer)
      else alive.cleanup()
    },
    Math.min(intervalMs, MAX_TIMER_MS),
  )
  timer.unref()
  return () => clearInterval(timer)
}
