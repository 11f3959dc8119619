// The engines, and the order in which they are tried.

import type { PrunerError } from '@jeeves/contracts'
import { type Cancellation, signalOf } from '@jeeves/mcp-runtime'
import { isAppError } from '../errors/app-error.js'
import { pruneContent } from '../pruner.js'
import type { PrunerSettings } from '../settings/settings.js'
import type { PrunedText, PruneTextRequest } from './ask-request.js'
import { createProbe, type Probe } from './swe-pruner-probe.js'
import type { TextPruner } from './text-pruner.js'
import { inventedLines } from './verbatim.js'

export interface Engine {
  readonly name: 'http' | 'embedded'
  /** For the log: a URL without its possible secrets. */
  readonly endpoint: string
  prune(request: PruneTextRequest, signal: Cancellation): Promise<EngineResult>
}

export type EngineResult =
  | { readonly ok: true; readonly pruned: PrunedText }
  | { readonly ok: false; readonly error: PrunerError }

/** The engines to try, best first. */
export type ChooseEngines = () => Promise<readonly Engine[]>

/** `undefined` when pruning is off. */
export function enginesFor(
  { url, probeFirst, fallback }: PrunerSettings,
  pruner: TextPruner,
  probeOf = (address: string) => createProbe(address),
): ChooseEngines | undefined {
  if (url === undefined) return undefined
  const http = httpEngine(url)
  const embedded = embeddedEngine(pruner)
  const probe = probeFirst ? probeOf(url) : undefined
  return async () => {
    const otherwise = fallback === 'embedded' ? [embedded] : []
    if (!probe) return [http, ...otherwise]
    return (await probe.isReady())
      ? [{ ...http, prune: watched(http, probe) }, ...otherwise]
      : otherwise
  }
}

/** One that stopped answering is not asked again until the next probe. */
const watched =
  (engine: Engine, probe: Probe): Engine['prune'] =>
  async (request, signal) => {
    const result = await engine.prune(request, signal)
    if (!result.ok && !signal.aborted) probe.gone()
    return result
  }

/** `refuse` throws the error for callers of a service whose queue is full. */
export const embeddedEngine = (pruner: TextPruner, refuse?: () => never): Engine => ({
  name: 'embedded',
  endpoint: 'embedded',
  async prune(request, signal) {
    try {
      const pruned = await pruner.pruneText(request, signal)
      if (!pruned.warnings.includes('timeout')) return { ok: true, pruned }
      return failed('timeout', `the embedded engine did not finish within ${request.timeoutMs} ms`)
    } catch (error) {
      if (refuse && isAppError(error, 'overloaded')) refuse()
      const isTimeout = isAppError(error, 'timeout')
      const message = error instanceof Error ? error.message : String(error)
      return failed(
        isTimeout ? 'timeout' : 'invalid_response',
        `the embedded engine failed: ${message}`,
      )
    }
  },
})

const httpEngine = (url: string): Engine => ({
  name: 'http',
  endpoint: new URL(url).origin + new URL(url).pathname,
  async prune({ text, question, timeoutMs }, signal) {
    const result = await pruneContent(text, question, { url, timeoutMs }, signalOf(signal))
    if (!result.ok) return result
    const invented = inventedLines(text, result.content)
    return { ok: true, pruned: { text: result.content, ...(invented > 0 && { invented }) } }
  },
})

const failed = (code: PrunerError['code'], message: string): EngineResult => ({
  ok: false,
  error: { code, message },
})
