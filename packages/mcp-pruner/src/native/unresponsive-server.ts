// A server that does not answer costs a hook all of its time. It is skipped for a while, longer after each further
// timeout, but not after the first one, which a busy machine may have caused; hooks are separate processes, so this is
// stored in a file.
import { readFileSync, rmSync } from 'node:fs'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'

const FIRST_MS = 2000
const MAX_MS = 5 * 60 * 1000

const noteOf = (address: string): string => address.replace(/\.addr$/, '.silent')

interface Silence {
  readonly until: number
  readonly forMs: number
}

function silenceOf(address: string): Silence | undefined {
  try {
    const { until, forMs } = JSON.parse(readFileSync(noteOf(address), 'utf8')) as Partial<Silence>
    return typeof until === 'number' && typeof forMs === 'number' ? { until, forMs } : undefined
  } catch {
    return undefined
  }
}

export function isAvoided(address: string, now = Date.now()): boolean {
  const { until = 0 } = silenceOf(address) ?? {}
  return now < until && until - now <= MAX_MS
}

export function avoid(address: string, now = Date.now()): void {
  const last = silenceOf(address)?.forMs
  const forMs = last === undefined ? 0 : Math.min(MAX_MS, Math.max(FIRST_MS, last * 2))
  try {
    replaceFileSync(noteOf(address), JSON.stringify({ until: now + forMs, forMs }))
  } catch {
    // The next hook waits as this one did.
  }
}

export const forgetUnresponsive = (address: string): void =>
  rmSync(noteOf(address), { force: true })
