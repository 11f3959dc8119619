// The store from the settings, and recovery in it.
import { type ArtifactStore, memoryStore, withFallback } from '@jeeves/mcp-runtime'
import type { EmitEvent } from '../process/events.js'
import type { StoreSettings } from '../settings/settings.js'
import { openLastingStore } from './lasting-store.js'
import { type CallNotes, createRecovery, type MemoryUse, type Recovery } from './recovery.js'

export async function openStore(settings: StoreSettings, emit: EmitEvent): Promise<ArtifactStore> {
  const { location, maxBytes, ttlMs } = settings
  return location === 'memory' ? memoryStore({ maxBytes, ttlMs }) : openLastingStore(settings, emit)
}

const MAX_MEMORY_BYTES = 104_857_600

/** For one agent on one machine. */
export const openRecovery = (
  settings: StoreSettings,
  emit: EmitEvent,
): Recovery & CallNotes & MemoryUse =>
  createRecovery(() => openDurableStore(settings, emit), emit, { keepMs: settings.waitMs })

/** A full or damaged disk costs a warning, not the cut lines, which are kept in memory meanwhile. */
export async function openDurableStore(
  settings: StoreSettings,
  emit: EmitEvent,
): Promise<ArtifactStore> {
  const store = await openStore(settings, emit)
  const { ttlMs } = settings
  const maxBytes = Math.min(settings.maxBytes, MAX_MEMORY_BYTES)
  return withFallback(store, memoryStore({ maxBytes, ttlMs }), ({ message }) =>
    emit('warn', 'store.degraded', { data: { store: store.kind, message } }),
  )
}
