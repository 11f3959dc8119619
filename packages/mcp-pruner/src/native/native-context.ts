// What answering a hook needs of the running server.
import type { EmitEvent } from '../process/events.js'
import type { Env } from '../settings/settings.js'
import type { CutBefore } from './cut-before.js'
import type { HookInput } from './hook-input.js'
import type { ModuleSessions } from './module-sessions.js'
import type { NativeSettings } from './native-switch.js'
import type { PendingCalls } from './pending-calls.js'
import type { PreviousOutputs } from './previous-outputs.js'
import type { HELD_OUT, PrunedOutput, PruneNative } from './prune-native.js'

/** The call; `question` is what it was pruned by. */
export type NativeCall = Pick<HookInput, 'client' | 'tool' | 'transcript' | 'facts'> & {
  readonly question?: string
}

export interface NativeContext {
  readonly dataFolder: string
  readonly env: Env
  readonly settings: NativeSettings
  readonly pending: PendingCalls
  readonly modules: ModuleSessions
  /** Whether a command can be wrapped so that its output is collected. */
  readonly canWrap: boolean
  readonly prune: PruneNative
  /** Stores a text for recovery; returns its id, or `undefined` if it could not be stored. */
  readonly keep: (text: string) => Promise<string | undefined>
  /** Stores a text that this server's `recover_text` returns unchanged; `undefined` if it could not be stored. */
  readonly keepShown: (text: string) => Promise<string | undefined>
  /** The calls that the model holds before this one; `undefined` unless that is certain. */
  readonly previousOutputs: PreviousOutputs
  readonly cutBefore: CutBefore
  /** Called for each replacement, which counts once it is confirmed. */
  readonly replaced: (call: NativeCall, raw: string, by: PrunedOutput) => void
  /** Called for each read that the client narrowed as requested. */
  readonly narrowed: (call: NativeCall, raw: string, by: PrunedOutput) => void
  /** Called for each output that the client shows unpruned. */
  readonly passed: (call: NativeCall, text: string, why?: typeof HELD_OUT) => void
  readonly emit: EmitEvent
  readonly signal: AbortSignal
}
