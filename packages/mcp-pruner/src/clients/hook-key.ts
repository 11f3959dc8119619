// The key that a client's hook sends when it calls the hidden tool: in the client's configuration and in the data
// folder, never in a conversation. Without it, the answer is that there is no such tool.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import { makeFolderSync } from '../process/make-folder.js'

const USABLE = /^[0-9a-f]{32}$/
const keyFile = (dataFolder: string): string => join(dataFolder, 'native', 'hook-key')

/** Generates one if there is none yet; `keepHookKey` stores it. */
export const hookKeyFor = (dataFolder: string): string =>
  readHookKey(dataFolder) ?? randomBytes(16).toString('hex')

export function keepHookKey(dataFolder: string, key: string): void {
  makeFolderSync(dirname(keyFile(dataFolder)))
  replaceFileSync(keyFile(dataFolder), key)
}

export function isHookKey(dataFolder: string, shown: unknown): boolean {
  const key = readHookKey(dataFolder)
  if (key === undefined || typeof shown !== 'string' || !USABLE.test(shown)) return false
  return timingSafeEqual(Buffer.from(shown), Buffer.from(key))
}

function readHookKey(dataFolder: string): string | undefined {
  try {
    const key = readFileSync(keyFile(dataFolder), 'utf8')
    return USABLE.test(key) ? key : undefined
  } catch {
    return undefined
  }
}
