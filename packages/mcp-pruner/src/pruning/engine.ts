// What an engine is given and gives back: plain data, because it may cross to a worker.
import type { PrunerError } from '@jeeves/contracts'
import type { Produced, PrunedText } from '../call/tool.js'

export interface EngineInput {
  readonly text: string
  readonly question: string
  readonly timeoutMs: number
  readonly fileName: string | undefined
  readonly sourceType: Produced<unknown>['sourceType']
  /** The number of the text's first line. */
  readonly firstLine: number
}

export type EngineResult =
  | { readonly ok: true; readonly pruned: PrunedText; readonly warnings?: readonly string[] }
  | { readonly ok: false; readonly error: PrunerError }
