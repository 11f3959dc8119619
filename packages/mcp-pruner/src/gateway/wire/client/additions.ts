// What the gateway adds to the servers that it wraps, as a client's session sees it.
import type { EmitEvent } from '../../../process/events.js'
import type { Answer, Fields } from '../../../rpc/message.js'
import type { IncomingRequest } from '../../../rpc/peer.js'
import type { Upstream } from '../upstream/upstream.js'
import type { WrappedTool } from './catalog.js'

export interface Additions {
  readonly emit: EmitEvent
  /** A server's error, no larger than an answer. */
  readonly boundError: (error: unknown, upstream: Upstream) => Promise<unknown>
  /** A text of a server's that is no answer, no larger than one. */
  readonly boundText: (text: string, upstream: Upstream) => Promise<string>
  /** What an answer is smaller than. */
  readonly maxBytes: number
  readonly instructions: string
  readonly tools: readonly Fields[]
  /** A shorter form, for short lists. */
  readonly shortTools: readonly Fields[]
  readonly listing: { readonly parameters: 'question' | 'all'; readonly isDeferred: boolean }
  readonly call: (
    tool: WrappedTool,
    request: IncomingRequest,
    client: string | undefined,
  ) => Promise<unknown>
  readonly taskResult: (
    taskId: unknown,
    answer: Answer,
    client: string | undefined,
  ) => Promise<unknown>
  readonly ownCall: (
    name: string,
    request: IncomingRequest,
    client: string | undefined,
  ) => Promise<unknown>
  /** Called with the tool list as sent, and as the servers wrote it. */
  readonly listed: (
    client: string | undefined,
    sent: readonly Fields[],
    written: readonly Fields[],
  ) => void
  readonly resources: () => readonly Fields[]
  /** `undefined`: not one of ours. */
  readonly readResource: (uri: string) => Promise<Fields | undefined>
}
