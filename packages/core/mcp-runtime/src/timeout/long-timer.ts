// A timer without Node's limit of 24.8 days, beyond which a delay silently becomes 1 ms.
import { MAX_TIMER_MS } from '../types.js'

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
