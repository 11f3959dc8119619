// The store that the settings name.
import { type ArtifactStore, diskStore, memoryStore } from '@jeeves/mcp-runtime'
import { SettingsError, type StoreSettings } from './settings.js'

export async function openStore({
  location,
  folder,
  maxBytes,
  ttlMs,
}: StoreSettings): Promise<ArtifactStore> {
  if (location === 'memory') return memoryStore({ maxBytes, ttlMs })
  if (location === 'disk') return diskStore({ folder, maxBytes, ttlMs })
  throw new SettingsError('MCP_PRUNER_STORE', location, 'use memory or disk')
}
