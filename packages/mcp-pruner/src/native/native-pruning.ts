// What the hooks of a client's own tools prune with: the engine in a worker, a store that keeps what is cut, the ledger,
// and what is known of the calls in progress. Every call gets a context of its own and a time limit.
import { createTextPruner, type TextPruner } from '../ask/text-pruner.js'
import { HOOK_ENGINE_MS } from '../clients/hook-names.js'
import { openStore } from '../store/open-store.js'
import { type CallNotes, createRecovery, type Recovery } from '../store/recovery.js'
import { ConfirmedReplacements } from './confirmed-replacements.js'
import type { FifoChannel } from './fifo-channel.js'
import type { NativeContext } from './native-context.js'
import { readNativeSettings } from './native-switch.js'
import { withinLimits } from './overhead-limit.js'
import { type NativeParts, sharedContext } from './shared-context.js'

export interface NativePruning {
  /** `undefined`, so unpruned, if it takes longer than a call may be delayed. */
  inTime<Result>(work: (context: NativeContext) => Promise<Result>): Promise<Result | undefined>
  /** Counts the replacements that the client's record shows by now. */
  countConfirmed(): Promise<void>
  /** Ends what is under way. */
  stop(): void
  close(): Promise<void>
}

/** Until the engine is compiled: each of the first calls takes several times as long as the later ones. */
const WARM_UP_ROUNDS = 12

async function warmUp(pruner: TextPruner, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    const lines = Array.from({ length: 300 }, (_, i) => `export const shade${i} = mix(${round})\n`)
    const question = `Where is shade${round} mixed?`
    const request = {
      text: lines.join(''),
      question,
      origin: 'implicit',
      timeoutMs: 10_000,
    } as const
    await pruner.pruneText(request, signal)
  }
}

export function createNativePruning(
  parts: NativeParts,
  exchange: Pick<FifoChannel, 'canWrap'>,
): NativePruning {
  const { dataFolder, env } = parts
  const recovery = recoveryFor(parts)
  const stop = new AbortController()
  // Always in a worker: the socket is served while the engine works, and the engine is loaded in advance.
  const pruner = createTextPruner({ workers: 1, hereBelowChars: 0 })
  void warmUp(pruner, stop.signal).catch(() => {})
  // Before the first call: the schema of the settings is compiled, the store opened.
  readNativeSettings(dataFolder, env)
  void recovery.recall(recovery.idOf('')).catch(() => {})
  const confirmed = new ConfirmedReplacements()
  const shared = sharedContext(parts, recovery, pruner, confirmed)
  return {
    async inTime(work) {
      const nativeSettings = readNativeSettings(dataFolder, env)
      const limits = { overheadMs: nativeSettings.waitMs, engineMs: HOOK_ENGINE_MS }
      return withinLimits(limits, (late) =>
        work({
          ...shared,
          settings: nativeSettings,
          canWrap: exchange.canWrap,
          signal: AbortSignal.any([stop.signal, late]),
        }),
      )
    },
    countConfirmed: () => confirmed.check(),
    stop: () => stop.abort(),
    async close() {
      await confirmed.check()
      await pruner.close()
      if (recovery !== parts.recovery) await recovery.close()
    },
  }
}

/** What cannot be kept is not cut here: memory does not substitute for a full disk. */
function recoveryFor({ settings: { store }, recovery, emit }: NativeParts): Recovery & CallNotes {
  if (store.location === 'memory') return recovery
  return createRecovery(() => openStore(store, emit), emit, { keepMs: store.waitMs })
}
