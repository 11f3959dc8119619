// What the hooks of a client's own tools prune with: the engine in a worker, a store that keeps what is cut, the ledger,
// and what is known of the calls in progress. Every call gets a context of its own and a time limit.
import { createPruneOutput } from '../ask/prune-output.js'
import { createTextPruner, type TextPruner } from '../ask/text-pruner.js'
import { createRecordCall } from '../call/record-call.js'
import { HOOK_ENGINE_MS } from '../clients/hook-names.js'
import type { EmitEvent } from '../process/events.js'
import type { Env, Settings } from '../settings/settings.js'
import type { Ledger } from '../stats/ledger.js'
import { openStore } from '../store/open-store.js'
import { type CallNotes, createRecovery, type Recovery } from '../store/recovery.js'
import { newShownId } from '../store/shown-text.js'
import { ConfirmedReplacements } from './confirmed-replacements.js'
import { CutBefore } from './cut-before.js'
import type { FifoChannel } from './fifo-channel.js'
import { createHeldBefore } from './held-before.js'
import { ModuleSessions } from './module-sessions.js'
import type { NativeContext } from './native-context.js'
import { nativeRecord } from './native-record.js'
import { readNativeSettings } from './native-switch.js'
import { engineTime, withinLimits } from './overhead-limit.js'
import { PendingCalls } from './pending-calls.js'
import { createPruneNative } from './prune-native.js'

export interface NativeParts {
  readonly dataFolder: string
  readonly env: Env
  readonly settings: Settings
  /** The server's own. */
  readonly recovery: Recovery & CallNotes
  readonly ledger: Ledger
  readonly session: string
  readonly emit: EmitEvent
}

export interface NativePruning {
  /** `undefined`, so unpruned, if it takes longer than a call may be delayed. */
  inTime<Result>(work: (context: NativeContext) => Promise<Result>): Promise<Result | undefined>
  /** Counts the replacements that the client's record shows by now. */
  lookForReplacements(): Promise<void>
  /** Ends what is under way. */
  stop(): void
  close(): Promise<void>
}

/** Until the engine is compiled: each of the first calls takes several times as long as the later ones. */
const WARM_UP_ROUNDS = 6

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
  const { dataFolder, env, settings, emit } = parts
  const recovery = recoveryFor(parts)
  const stop = new AbortController()
  // Always in a worker: the socket is served while the engine works, and the engine is loaded in advance.
  const pruner = createTextPruner({ workers: 1, hereBelowChars: 0 })
  void warmUp(pruner, stop.signal).catch(() => {})
  // Opens the store before the first text is kept.
  void recovery.recall(recovery.idOf('')).catch(() => {})
  const { drawsHoldout } = parts.ledger
  const prune = createPruneNative(
    createPruneOutput(settings.pruner, recovery, { pruner, drawsHoldout, engineTime }),
    emit,
  )
  const proven = new ConfirmedReplacements()
  const modules = new ModuleSessions(env)
  const shared = {
    dataFolder,
    env,
    pending: new PendingCalls(),
    modules,
    prune,
    keep: (text: string) => recovery.keep(text),
    keepShown: (text: string) => keepShown(parts, text),
    heldBefore: createHeldBefore(modules),
    cutBefore: new CutBefore(),
    ...recorders(parts, recovery, proven),
    emit,
  }
  return {
    inTime(work) {
      const nativeSettings = readNativeSettings(dataFolder, env)
      const limits = { aroundMs: nativeSettings.waitMs, engineMs: HOOK_ENGINE_MS }
      return withinLimits(limits, (late) =>
        work({
          ...shared,
          settings: nativeSettings,
          canWrap: exchange.canWrap,
          signal: AbortSignal.any([stop.signal, late]),
        }),
      )
    },
    lookForReplacements: () => proven.look(),
    stop: () => stop.abort(),
    async close() {
      await proven.look()
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

/** Where this server's own tool finds it; that tool may not be listed. */
const keepShown = (
  { settings, recovery }: NativeParts,
  text: string,
): Promise<string | undefined> =>
  settings.tools.includes('recover_text')
    ? recovery.keep(text, newShownId())
    : Promise.resolve(undefined)

function recorders(
  { ledger, session, settings }: NativeParts,
  recovery: Recovery & CallNotes,
  proven: ConfirmedReplacements,
): Pick<NativeContext, 'replaced' | 'narrowed' | 'passed'> {
  const place = { door: 'native', session, project: settings.root } as const
  const record = createRecordCall(ledger, recovery, place)
  return {
    replaced(call, raw, by) {
      if (call.transcript === undefined) return
      const { pruneId } = by
      const count = () => record(nativeRecord(call, raw, by))
      proven.add({ pruneId, transcript: call.transcript, count })
    },
    narrowed: (call, raw, by) => record(nativeRecord(call, raw, by)),
    passed: (call, text, why) => record(nativeRecord(call, text, why)),
  }
}
