// From Node 22.8 on, what was compiled once can be kept, and the next start is shorter. It is kept in the user's own
// cache folder, because the system's temporary one is open to others, and only once that folder is there: the first
// start makes none.
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join, resolve } from 'node:path'
import { defaultCacheDir } from '@jeeves/mcp-runtime/cache-dir'
import type { Env } from './settings.js'

type WithCompileCache = { readonly enableCompileCache?: (folder: string) => unknown }

export function useCompileCache(env: Env): void {
  const { enableCompileCache } = nodeModule as WithCompileCache
  const folder = compileCacheFolder(env)
  if (folder !== undefined) enableCompileCache?.(folder)
}

/** `undefined` where there is no place for it. */
export function compileCacheFolder(env: Env): string | undefined {
  const given = env['MCP_PRUNER_CACHE_DIR']
  const folder = given ? resolve(given) : defaultCacheDir('mcp-pruner', { env })
  return existsSync(folder) ? join(folder, 'compiled') : undefined
}
