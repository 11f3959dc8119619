// The store from the settings.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type ArtifactStore,
  ArtifactStoreError,
  diskStore,
  memoryStore,
  type OnStoreNotice,
} from '@jeeves/mcp-runtime'
import { dataFolderOf } from '../clients/agent-client.js'
import type { EmitEvent } from '../process/events.js'
import type { StoreSettings } from '../settings/settings.js'
import { keyOfTeam, openKeyFile, withSecretsGuard } from './secret-store.js'

/** Outlives this process. */
export function openLastingStore(settings: StoreSettings, emit: EmitEvent): Promise<ArtifactStore> {
  if (settings.location !== 'memory') return openStore(settings, emit)
  return Promise.reject(
    new ArtifactStoreError('MCP_PRUNER_STORE=memory keeps nothing beyond this command'),
  )
}

/** Share of the time that an answer waits for the store, so that the error names Redis. */
const REDIS_SHARE = 0.8

export async function openStore(settings: StoreSettings, emit: EmitEvent): Promise<ArtifactStore> {
  const { location, secrets, idSecret } = settings
  const store = await openPlainStore(settings, emit)
  if (location === 'memory') return store
  // A Redis is shared: without a secret of the team there is no key that all of its servers have.
  const isShared = location !== 'disk'
  const policy = isShared && idSecret === undefined && secrets === 'encrypt' ? 'plain' : secrets
  return withSecretsGuard(store, policy, async () =>
    isShared && idSecret !== undefined
      ? keyOfTeam(idSecret)
      : openKeyFile(join(dataFolderOf(fileURLToPath(import.meta.url)), 'secrets.key')),
  )
}

async function openPlainStore(settings: StoreSettings, emit: EmitEvent): Promise<ArtifactStore> {
  const { location, folder, maxBytes, ttlMs, waitMs } = settings
  if (location === 'memory') return memoryStore({ maxBytes, ttlMs })
  const onNotice: OnStoreNotice = ({ event, ...data }) => emit('warn', event, { data })
  if (location === 'disk') return diskStore({ folder, maxBytes, ttlMs, onNotice })
  // Loaded only if used: the client is larger than the rest of the server.
  const { redisStore } = await import('@jeeves/mcp-runtime/redis-store')
  const commandTimeoutMs = Math.ceil(waitMs * REDIS_SHARE)
  return redisStore({ url: location, maxBytes, ttlMs, commandTimeoutMs, onNotice })
}
