// What pruned in the newest session of Claude Code that showed it: the hooks module, the hooks of older versions, or
// nothing. The session's server writes it; `install` and `doctor` read it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'

const KINDS = ['module', 'hooks', 'nothing'] as const
export type PrunedBy = (typeof KINDS)[number]

const fileIn = (dataFolder: string): string => join(dataFolder, 'native', 'claude-pruned-by')

/** `undefined` before the first session. */
export function readPrunedBy(dataFolder: string): PrunedBy | undefined {
  try {
    const text = readFileSync(fileIn(dataFolder), 'utf8').trim()
    return KINDS.find((kind) => kind === text)
  } catch {
    return undefined
  }
}

export function notePrunedBy(dataFolder: string, by: PrunedBy): void {
  if (readPrunedBy(dataFolder) !== by) replaceFileSync(fileIn(dataFolder), `${by}\n`)
}
