// ripgrep from the PATH, otherwise the bundled one, otherwise the system's grep.

import { findOnPath, isExecutable } from '../../process/find-program.js'
import { processEnv } from '../../settings/environment.js'
import { createRgEngine } from './rg.js'
import type { Engine } from './search.js'
import { createSystemGrepEngine } from './system-grep.js'

export async function findEngine(path: string = processEnv.PATH ?? ''): Promise<Engine> {
  const rg = (await findOnPath('rg', path)) ?? (await bundledRg())
  if (rg !== undefined) return createRgEngine(rg)
  return createSystemGrepEngine((await findOnPath('grep', path)) ?? '/usr/bin/grep')
}

/** Optional: not every platform has one. */
export async function bundledRg(): Promise<string | undefined> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return (await isExecutable(rgPath)) ? rgPath : undefined
  } catch {
    return undefined
  }
}
