// The stores that outlive this process: on disk, or in a Redis.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type ArtifactStore,
  ArtifactStoreError,
  diskStore,
  type OnStoreNotice,
} from '@jeeves/mcp-runtime'
import { dataFolderOf } from '../clients/agent-client.js'
import type { EmitEvent } from '../process/events.js'
import type { StoreSettings } from '../settings/settings.js'
import { openKeyFile } from './key-file.js'
import { keyOfTeam, withSecretsGuard } from './secret-store.js'

/** Share of the time that an answer waits for the store, so that the error names Redis. */
const REDIS_SHARE = 0.8

export async function openLastingStore(
  settings: StoreSettings,
  emit: EmitEvent,
): Promise<ArtifactStore> {
  const { location, secrets, idSecret } = settings
  if (location === 'memory') {
    throw new ArtifactStoreError(
      'MCP_PRUNER_STORE=memory is lost when this command ends; use disk or a Redis',
    )
  }
  const store = await openPlainStore(settings, emit)
  // A Redis is shared: without a secret of the team there is no key that all of its servers have.
  const isShared = location !== 'disk'
  const policy = isShared && idSecret === undefined && secrets === 'encrypt' ? 'plain' : secrets
  return withSecretsGuard(store, policy, async () =>
    isShared && idSecret !== undefined
      ? keyOfTeam(idSecret)
      : Buffer.from(await openKeyFile(join(dataFolder(), 'secrets.key')), 'hex'),
  )
}

const dataFolder = (): string => dataFolderOf(fileURLToPath(import.meta.url))

async function openPlainStore(settings: StoreSettings, emit: EmitEvent): Promise<ArtifactStore> {
  const { location, folder, maxBytes, ttlMs, waitMs } = settings
  const onNotice: OnStoreNotice = ({ event, ...data }) => emit('warn', event, { data })
  if (location === 'disk') return diskStore({ folder, maxBytes, ttlMs, onNotice })
  // Loaded only if used: the client is larger than the rest of the server.
  const { redisStore } = await import('@jeeves/mcp-runtime/redis-store')
  const commandTimeoutMs = Math.ceil(waitMs * REDIS_SHARE)
  return redisStore({ url: location, maxBytes, ttlMs, commandTimeoutMs, onNotice })
}
