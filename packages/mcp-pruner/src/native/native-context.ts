// What every hook's answer needs of the running server.
import type { EmitEvent } from '../process/events.js'
import type { Env } from '../process/settings.js'
import type { HookInput } from './hook-input.js'
import type { NativeSettings } from './native-switch.js'
import type { PendingCalls } from './pending-calls.js'
import type { PrunedOutput, PruneNative } from './prune-native.js'

/** In the client's own words; `{}` says nothing. */
export type HookAnswer = Readonly<Record<string, unknown>>

export interface NativeContext {
  readonly dataFolder: string
  readonly env: Env
  readonly settings: NativeSettings
  readonly pending: PendingCalls
  readonly prune: PruneNative
  /** Told of each replacement, to be counted once it is proven. */
  readonly replaced: (
    hook: Pick<HookInput, 'client' | 'tool' | 'transcript'>,
    raw: string,
    by: PrunedOutput,
  ) => void
  readonly emit: EmitEvent
  readonly signal: AbortSignal
}
