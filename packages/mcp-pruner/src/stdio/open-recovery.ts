// Recovery for one agent on one machine: a disk that is full or damaged costs a warning, not the cut lines,
// which are kept in memory meanwhile.
import { memoryStore, withFallback } from '@jeeves/mcp-runtime'
import type { EmitEvent } from '../events.js'
import { openStore } from '../open-store.js'
import { createRecovery, type Recovery } from '../recovery.js'
import type { StoreSettings } from '../settings.js'

const MAX_MEMORY_BYTES = 104_857_600

export const openRecovery = (settings: StoreSettings, emit: EmitEvent): Recovery =>
  createRecovery(async () => {
    const store = await openStore(settings)
    const { ttlMs } = settings
    const maxBytes = Math.min(settings.maxBytes, MAX_MEMORY_BYTES)
    return withFallback(store, memoryStore({ maxBytes, ttlMs }), ({ message }) =>
      emit('warn', 'store.degraded', { data: { store: store.kind, message } }),
    )
  }, emit)
