// The recovery store: whether it stores and returns text, how full it is, and whether others can read it.
import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isAppError } from '../../errors/app-error.js'
import { createEmitter } from '../../process/events.js'
import { readStore } from '../../settings/settings.js'
import { openStore } from '../../store/open-store.js'
import { bad, type Finding, note, ok } from './finding.js'

const KEY = { domain: 'doctor', id: 'check' }
const LOW_SPACE_BYTES = 200_000_000

export async function checkStore(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  try {
    const settings = readStore(env)
    const store = await openStore(
      settings,
      createEmitter('error', () => {}),
    )
    try {
      await store.put(KEY, 'kept')
      if ((await store.get(KEY)) !== 'kept') throw new Error('it does not return what was stored')
      await store.delete(KEY)
      const { entries, bytes, maxBytes } = await store.usage()
      const text = `${settings.location}: ${entries} outputs, ${megabytes(bytes)} of ${megabytes(maxBytes)}`
      const { folder } = settings
      return [ok('store', text), ...(settings.location === 'disk' ? checkFolder(folder) : [])]
    } finally {
      await store.close()
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown'
    const fix = isAppError(error, 'config_invalid')
      ? 'correct the setting'
      : 'make the folder writable, or set MCP_PRUNER_CACHE_DIR'
    return [bad('store', message, fix)]
  }
}

function checkFolder(folder: string): Finding[] {
  const kept = join(folder, 'artifacts')
  try {
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    const mode = statSync(kept).mode & 0o777
    return [
      ...(free < LOW_SPACE_BYTES
        ? [note('store', `the disk has ${megabytes(free)} left`, 'mcp-pruner forget --all')]
        : []),
      ...(process.platform !== 'win32' && (mode & 0o077) !== 0
        ? [bad('store', `other users can read ${kept}`, `chmod 700 ${kept}`)]
        : []),
    ]
  } catch {
    return []
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
