// The folders of this user on this machine. Loaded before everything else, so it imports little.
import { isAbsolute, join, resolve } from 'node:path'
import { defaultCacheDir, homeFolder } from '@jeeves/mcp-runtime/cache-dir'
import type { Env } from './read-setting.js'

/** For data that can be recreated: the `disk` store, the ledger, compiled code. */
export const cacheFolder = (env: Env): string => {
  const given = env.MCP_PRUNER_CACHE_DIR
  return given ? resolve(given) : defaultCacheDir('mcp-pruner', { env })
}

/** For data that a program needs and cannot recreate. */
export function defaultDataFolder(
  env: Env,
  platform: NodeJS.Platform = process.platform,
  home: string = homeFolder(env),
): string {
  const own = env.MCP_PRUNER_DATA_DIR
  if (own !== undefined && isAbsolute(own)) return own
  const xdg = env.XDG_DATA_HOME
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'mcp-pruner')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'mcp-pruner')
  if (platform === 'win32') {
    return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'mcp-pruner')
  }
  return join(home, '.local', 'share', 'mcp-pruner')
}
