// From Node 22.8 on, what was compiled once can be kept, and the next start is shorter. It is kept in the user's own
// cache folder, because the system's temporary one is open to others, and only once that folder is there: the first
// start makes none.
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { cacheFolder } from '../settings/folders.js'
import type { Env } from '../settings/settings.js'

type WithCompileCache = { readonly enableCompileCache?: (folder: string) => unknown }

export function useCompileCache(env: Env): void {
  const { enableCompileCache } = nodeModule as WithCompileCache
  const folder = compileCacheFolder(env)
  if (folder !== undefined) enableCompileCache?.(folder)
}

/** `undefined` where there is no place for it. */
export function compileCacheFolder(env: Env): string | undefined {
  const folder = cacheFolder(env)
  return existsSync(folder) ? join(folder, 'compiled') : undefined
}
