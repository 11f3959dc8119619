// The store that the settings name.
import { type ArtifactStore, defaultCacheDir, diskStore, memoryStore } from '@jeeves/mcp-runtime'
import type { StoreSettings } from '../process/settings.js'

export async function openStore(settings: StoreSettings): Promise<ArtifactStore> {
  const { location, folder = defaultCacheDir('mcp-pruner'), maxBytes, ttlMs } = settings
  if (location === 'memory') return memoryStore({ maxBytes, ttlMs })
  if (location === 'disk') return diskStore({ folder, maxBytes, ttlMs })
  // Loaded only by those who use it: the client is larger than the rest of the server.
  const { redisStore } = await import('@jeeves/mcp-runtime/redis-store')
  return redisStore({ url: location, maxBytes, ttlMs })
}
