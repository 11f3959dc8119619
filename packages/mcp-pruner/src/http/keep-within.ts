// A store that hangs costs a request this much and no more: the answer goes on without it.
import { within } from '../process/within.js'
import type { Recovery } from '../recovery/recovery.js'

export const keepWithin = <Store extends Recovery>(limitMs: number, recovery: Store): Store => ({
  ...recovery,
  keep: (text, id) => within(limitMs, recovery.keep(text, id)),
})
