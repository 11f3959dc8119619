// What every hook's answer needs of the running server.
import type { EmitEvent } from '../process/events.js'
import type { Env } from '../settings/settings.js'
import type { CutBefore } from './cut-before.js'
import type { HeldBefore } from './held-before.js'
import type { HookInput } from './hook-input.js'
import type { ModuleSessions } from './module-sessions.js'
import type { NativeSettings } from './native-switch.js'
import type { PendingCalls } from './pending-calls.js'
import type { HELD_OUT, PrunedOutput, PruneNative } from './prune-native.js'

/** In the client's own words; `{}` says nothing. */
export type HookAnswer = Readonly<Record<string, unknown>>

/** Whose output it is; `question` is what it was pruned by. */
export type NativeCall = Pick<HookInput, 'client' | 'tool' | 'transcript' | 'facts'> & {
  readonly question?: string
}

export interface NativeContext {
  readonly dataFolder: string
  readonly env: Env
  readonly settings: NativeSettings
  readonly pending: PendingCalls
  readonly modules: ModuleSessions
  /** Whether a command can be run so that its output is gathered. */
  readonly canWrap: boolean
  readonly prune: PruneNative
  /** Keeps a text for recovery; its id, or `undefined` when it could not be kept. */
  readonly keep: (text: string) => Promise<string | undefined>
  /** Keeps a text that `recover_text` of this server gives back as it is; `undefined` when it could not. */
  readonly keepShown: (text: string) => Promise<string | undefined>
  /** The calls that the model holds before this one; `undefined` where that is not sure. */
  readonly heldBefore: HeldBefore
  readonly cutBefore: CutBefore
  /** Told of each replacement, to be counted once it is proven. */
  readonly replaced: (call: NativeCall, raw: string, by: PrunedOutput) => void
  /** Told of each read that the client has narrowed as it was asked to. */
  readonly narrowed: (call: NativeCall, raw: string, by: PrunedOutput) => void
  /** Told of each output that the client shows as it is. */
  readonly passed: (call: NativeCall, text: string, why?: typeof HELD_OUT) => void
  readonly emit: EmitEvent
  readonly signal: AbortSignal
}
