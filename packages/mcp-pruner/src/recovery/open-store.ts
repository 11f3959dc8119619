// The store from the settings.
import { type ArtifactStore, memoryStore } from '@jeeves/mcp-runtime'
import type { EmitEvent } from '../process/events.js'
import type { StoreSettings } from '../settings/settings.js'
import { openLastingStore } from './lasting-store.js'

export async function openStore(settings: StoreSettings, emit: EmitEvent): Promise<ArtifactStore> {
  const { location, maxBytes, ttlMs } = settings
  return location === 'memory' ? memoryStore({ maxBytes, ttlMs }) : openLastingStore(settings, emit)
}
