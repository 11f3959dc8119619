// What every way of shaping an answer is told, and how an answer says where its whole is.
import type { ResponseLimits } from '@jeeves/contracts'
import type { ToolRule } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'

export interface ShapeContext {
  readonly tool: string
  readonly limits: ResponseLimits
  readonly rule: ToolRule | undefined
  readonly outputSchema: Fields | undefined
  readonly durationMs: number
  /** A question left something out already; the whole is what there was before. */
  readonly isFocused: boolean
  /** What answers the question in at most so many bytes; present when a text was focused. */
  readonly refocus?: (maxBytes: number) => string
  /** Puts the items of data that answer the question first; present when data was focused. */
  readonly rank?: (value: object) => object
  /** Keeps a text and returns the reference to it; `undefined` when it cannot be kept. */
  readonly keep: (text: string) => Promise<string | undefined>
  /** The whole result as the server sent it. */
  readonly whole: () => string
}

/** Under `_meta`: where the whole answer is. */
export const REF_KEY = 'mcp-pruner/artifactRef'

export const withRef = (result: Fields, ref: string | undefined): Fields =>
  ref === undefined
    ? result
    : { ...result, _meta: { ...(result['_meta'] as Fields), [REF_KEY]: ref } }
