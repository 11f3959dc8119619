// The secret from which the service derives ids: the configured one, otherwise one generated at first start and stored
// beside the store of a single server, otherwise one for the life of this process.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFile } from '@jeeves/mcp-runtime/files'
import type { EmitEvent } from '../process/events.js'
import { makeFolderSync } from '../process/make-folder.js'
import type { StoreSettings } from '../settings/settings.js'

const FILE = 'id-secret'
const USABLE = /^[0-9a-f]{64}$/

export async function openIdSecret(settings: StoreSettings, emit: EmitEvent): Promise<string> {
  const { idSecret, location, folder } = settings
  if (idSecret !== undefined) return idSecret
  if (location === 'disk') {
    try {
      return await kept(folder)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      emit('warn', 'store.id_secret_not_kept', { data: { message } })
    }
  } else if (location !== 'memory') {
    emit('info', 'store.id_secret_made', {
      data: {
        message:
          'set MCP_PRUNER_ID_SECRET to the same value on all servers, so that they keep the same text once',
      },
    })
  }
  return randomBytes(32).toString('hex')
}

async function kept(folder: string): Promise<string> {
  const path = join(folder, FILE)
  const made = randomBytes(32).toString('hex')
  makeFolderSync(folder)
  try {
    await createFile(path, made)
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = (await readFile(path, 'utf8')).trim()
  if (!USABLE.test(found)) throw new Error(`${path} is not a secret; hint: remove it`)
  return found
}
