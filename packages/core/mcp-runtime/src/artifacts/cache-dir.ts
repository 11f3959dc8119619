// Where this kind of machine keeps what a program can make again.
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

export interface CacheDirPlace {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly platform?: NodeJS.Platform
  readonly home?: string
}

export function defaultCacheDir(
  application: string,
  { env = process.env, platform = process.platform, home = homedir() }: CacheDirPlace = {},
): string {
  // The XDG rules say that a relative path is to be ignored.
  const xdg = env['XDG_CACHE_HOME']
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, application)
  if (platform === 'darwin') return join(home, 'Library', 'Caches', application)
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), application, 'Cache')
  }
  return join(home, '.cache', application)
}
