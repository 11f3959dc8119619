// The probe of a command, which ends after one answer: that no swe-pruner was there is remembered in a file for as long
// as a server remembers it, because a probe takes a tenth of a small run.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import { statIfThere } from '../process/stat-file.js'
import { createProbe, type Probe, REMEMBER_MS } from './swe-pruner-probe.js'

export function rememberedProbe(
  address: string,
  file: string,
  probe = createProbe(address),
): Probe {
  return {
    async isReady() {
      if (isRecent(file)) return false
      const isReady = await probe.isReady()
      if (!isReady) remember(file, address)
      return isReady
    },
    gone() {
      remember(file, address)
      probe.gone()
    },
  }
}

function isRecent(file: string): boolean {
  const writtenMs = statIfThere(file)?.mtimeMs ?? 0
  // A file's time has parts of a millisecond, so that one just written may be ahead of the clock.
  return Math.abs(Date.now() - writtenMs) < REMEMBER_MS
}

function remember(file: string, address: string): void {
  try {
    if (existsSync(dirname(file))) replaceFileSync(file, `${address}\n`)
  } catch {
    // Then the next command probes again.
  }
}
