// What answering a hook shares with the other hooks of a server.
import { createPruneOutput } from '../ask/prune-output.js'
import { createProbe, type Probe } from '../ask/swe-pruner-probe.js'
import type { TextPruner } from '../ask/text-pruner.js'
import { createRecordCall } from '../call/record-call.js'
import type { Ledger } from '../ledger/ledger.js'
import type { EmitEvent } from '../process/events.js'
import type { Env, Settings } from '../settings/settings.js'
import type { CallNotes, Recovery } from '../store/recovery.js'
import { newShownId } from '../store/shown-text.js'
import type { ConfirmedReplacements } from './confirmed-replacements.js'
import { CutBefore } from './cut-before.js'
import { ModuleSessions } from './module-sessions.js'
import type { NativeContext } from './native-context.js'
import { nativeRecord } from './native-record.js'
import { engineTime } from './overhead-limit.js'
import { PendingCalls } from './pending-calls.js'
import { createPreviousOutputs } from './previous-outputs.js'
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

/** Without what each call gets of its own. */
export type SharedContext = Omit<NativeContext, 'settings' | 'canWrap' | 'signal'>

export function sharedContext(
  parts: NativeParts,
  recovery: Recovery & CallNotes,
  pruner: TextPruner,
  confirmed: ConfirmedReplacements,
): SharedContext {
  const { settings, ledger, emit } = parts
  const { drawsHoldout } = ledger
  return {
    ...memoryOf(parts, recovery),
    prune: createPruneNative(
      createPruneOutput(settings.pruner, recovery, { pruner, drawsHoldout, engineTime, probeOf }),
      emit,
    ),
    ...recorders(parts, recovery, confirmed),
  }
}

/** The first probe, which loads what it needs, is not on the way of a call. */
function probeOf(address: string): Probe {
  const probe = createProbe(address)
  void probe.isReady().catch(() => {})
  return probe
}

/** What is known of the calls, and where their texts are kept. */
function memoryOf(parts: NativeParts, recovery: Recovery) {
  const { dataFolder, env, emit } = parts
  const modules = new ModuleSessions(env)
  return {
    dataFolder,
    env,
    pending: new PendingCalls(),
    modules,
    keep: (text: string) => recovery.keep(text),
    keepShown: (text: string) => keepShown(parts, text),
    previousOutputs: createPreviousOutputs(modules),
    cutBefore: new CutBefore(),
    emit,
  }
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
  confirmed: ConfirmedReplacements,
): Pick<NativeContext, 'replaced' | 'narrowed' | 'passed'> {
  const place = { entryPoint: 'native', session, project: settings.root } as const
  const record = createRecordCall(ledger, recovery, place)
  return {
    replaced(call, raw, by) {
      if (call.transcript === undefined) return
      const { pruneId } = by
      const count = () => record(nativeRecord(call, raw, by))
      confirmed.add({ pruneId, transcript: call.transcript, count })
    },
    narrowed: (call, raw, by) => record(nativeRecord(call, raw, by)),
    passed: (call, text, why) => record(nativeRecord(call, text, why)),
  }
}
