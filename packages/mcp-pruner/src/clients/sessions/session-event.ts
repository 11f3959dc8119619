// The events of a recorded session, whichever client recorded it. Later use can be derived from it: edits and
// opened files are calls, quotes are in what the agent says afterwards.
export { isFields } from '../../rpc/message.js'

import { isFields } from '../../rpc/message.js'

export interface RecordedUsage {
  /** All input tokens of the request, including those read from and written to the cache. */
  readonly inputTokens: number
  readonly cachedInputTokens: number
  readonly cacheWriteTokens: number
  /** The written tokens that are kept for an hour, if the client reports them separately. */
  readonly hourWriteTokens?: number
  readonly outputTokens: number
}

export type SessionEvent =
  | { readonly type: 'start'; readonly sessionId: string; readonly cwd: string | undefined }
  | { readonly type: 'prompt'; readonly text: string }
  | { readonly type: 'message'; readonly text: string }
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
      /** The request's id. If repeated with the same id, the later figures are correct. */
      readonly request?: string
    }
  /** The conversation so far was replaced by a summary. */
  | { readonly type: 'compacted' }
  /** A hook after a call began, at a time that the hook knows too. */
  | { readonly type: 'hook'; readonly atMs: number }

/** With the time of recording, if the client gives it. */
export type DatedEvent = SessionEvent & {
  readonly at: string | undefined
  /** From a subagent. */
  readonly isSidechain: boolean
}

/** One line's events. Called for lines in order, because a client may repeat earlier ones. */
export type LineParser = (line: Readonly<Record<string, unknown>>) => readonly SessionEvent[]

export const textField = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** The text of a message's content: a string, or blocks of which some are text. */
export function textOfBlocks(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((block: unknown) => (isFields(block) ? textField(block.text) : undefined))
    .filter((text) => text !== undefined)
    .join('\n')
}

export const countField = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
