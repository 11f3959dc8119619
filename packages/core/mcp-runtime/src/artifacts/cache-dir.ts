// The platform's folder for data that a program can recreate.
import { homedir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'

export interface CacheDirPlace {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly platform?: NodeJS.Platform
  readonly home?: string
}

/** The user's home. An empty or relative `HOME` would put the user's data in the project's own folder. */
export function homeFolder(env: Readonly<Record<string, string | undefined>>): string {
  const places = [env['HOME'], homedir()]
  return places.find((place) => place !== undefined && isAbsolute(place)) ?? userInfo().homedir
}

export function defaultCacheDir(
  application: string,
  { env = process.env, platform = process.platform, home = homeFolder(env) }: CacheDirPlace = {},
): string {
  // According to the XDG rules a relative path is ignored.
  const xdg = env['XDG_CACHE_HOME']
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, application)
  if (platform === 'darwin') return join(home, 'Library', 'Caches', application)
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), application, 'Cache')
  }
  return join(home, '.cache', application)
}
