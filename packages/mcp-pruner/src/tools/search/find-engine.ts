// ripgrep from the PATH, else the one that came along with the package, else the system's grep.
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { createRgEngine } from './rg.js'
import type { Engine } from './search.js'
import { createSystemGrepEngine } from './system-grep.js'

export async function findEngine(path: string = process.env.PATH ?? ''): Promise<Engine> {
  const rg = (await findOnPath('rg', path)) ?? (await bundledRg())
  return rg === undefined ? createSystemGrepEngine() : createRgEngine(rg)
}

export async function findOnPath(name: string, path: string): Promise<string | undefined> {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  const candidates = path.split(delimiter).filter(Boolean)
  for (const folder of candidates) {
    if (await isExecutable(join(folder, file))) return join(folder, file)
  }
  return undefined
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

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
