// The secret from which the service derives ids: the configured one, otherwise one generated at first start and stored
// beside the store of a single server, otherwise one for the life of this process.
import { join } from 'node:path'
import type { EmitEvent } from '../process/events.js'
import type { StoreSettings } from '../settings/settings.js'
import { newKey, openKeyFile } from './key-file.js'

export async function openIdSecret(settings: StoreSettings, emit: EmitEvent): Promise<string> {
  const { idSecret, location, folder } = settings
  if (idSecret !== undefined) return idSecret
  if (location === 'disk') {
    try {
      return await openKeyFile(join(folder, 'id-secret'))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      emit('warn', 'store.id_secret_not_kept', { data: { message } })
    }
  } else if (location !== 'memory') {
    emit('info', 'store.id_secret_made', {
      data: {
        message:
          'set MCP_PRUNER_ID_SECRET to the same value on all servers, so that they store the same text only once',
      },
    })
  }
  return newKey()
}
