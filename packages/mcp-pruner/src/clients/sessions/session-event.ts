// What a recorded session is made of, whichever client recorded it. Later use can be told from it: edits and
// opened files are calls, quotes are in what the agent says afterwards.
export { isFields as isRecord } from '../../rpc/message.js'

import { isFields as isRecord } from '../../rpc/message.js'

export interface RecordedUsage {
  /** All input tokens of the request, those read from and written to the cache included. */
  readonly inputTokens: number
  readonly cachedInputTokens: number
  readonly cacheWriteTokens: number
  /** Those of the written ones that are kept for an hour, where the client tells them apart. */
  readonly hourWriteTokens?: number
  readonly outputTokens: number
}

export type SessionEvent =
  | { readonly type: 'start'; readonly sessionId: string; readonly cwd: string | undefined }
  | { readonly type: 'prompt'; readonly text: string }
  | { readonly type: 'said'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly type: 'output'
      readonly id: string
      readonly text: string
      readonly isError: boolean
    }
  | {
      readonly type: 'usage'
      readonly model: string | undefined
      readonly usage: RecordedUsage
      /** The request's id. Told again with the same id, the later figures are the right ones. */
      readonly request?: string
    }
  /** The conversation so far was replaced by a summary. */
  | { readonly type: 'compacted' }
  /** A hook after a call has begun, at a moment that the hook is told too. */
  | { readonly type: 'hook'; readonly atMs: number }

/** With the moment it was recorded, where the client says so. */
export type DatedEvent = SessionEvent & {
  readonly at: string | undefined
  /** Said or called by a subagent. */
  readonly isSidechain: boolean
}

/** One line's events. It is told of lines in order, because a client may repeat what it has said before. */
export type LineParser = (line: Readonly<Record<string, unknown>>) => readonly SessionEvent[]

export const textField = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** The text of a message's content: a string, or blocks that may hold some. */
export function textOfBlocks(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((block: unknown) => (isRecord(block) ? textField(block.text) : undefined))
    .filter((text) => text !== undefined)
    .join('\n')
}

export const countField = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
