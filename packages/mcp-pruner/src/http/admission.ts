// Which texts are taken in: those that can be pruned in their caller's time. Decided before a text is hashed or stored;
// what was taken in counts as waiting until its request is answered, also while it is on its way to the queue.
import type { Cancellation } from '@jeeves/mcp-runtime'
import type { PoolLoad } from '../ask/text-pruner.js'
import { overloaded } from './rpc-errors.js'

export interface Admission {
  /** Throws when the queue is full. */
  refuseIfFull(): void
  /**
   * Throws when a text with so much time for pruning would be too late; otherwise it is taken in until `answered`
   * is aborted.
   */
  admit(timeoutMs: number, answered: Cancellation | undefined): void
}

export function createAdmission(load: PoolLoad, maxQueue: number): Admission {
  let underWay = 0
  const leave = () => {
    underWay -= 1
  }
  const ahead = () => Math.max(load.queued, underWay - load.alive)
  const refuseIfFull = () => {
    if (ahead() >= maxQueue) throw overloaded(`${maxQueue} texts are waiting already`)
  }
  return {
    refuseIfFull,
    admit(timeoutMs, answered) {
      refuseIfFull()
      if (load.wouldBeLate(timeoutMs, ahead())) {
        throw overloaded(`it could not be pruned within ${timeoutMs} ms`)
      }
      if (!answered || answered.aborted) return
      underWay += 1
      answered.addEventListener('abort', leave)
    },
  }
}
