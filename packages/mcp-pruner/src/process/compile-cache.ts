// From Node 22.8 on, compiled code can be cached, which shortens the next start. It is stored in the user's own
// cache folder, because the temporary folder is shared with others, and only if that folder exists: the first
// start does not create it.
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

/** `undefined` if there is no place for it. */
export function compileCacheFolder(env: Env): string | undefined {
  const folder = cacheFolder(env)
  return existsSync(folder) ? join(folder, 'compiled') : undefined
}
