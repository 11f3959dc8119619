// What every way of shaping an answer gets.
import type { ResponseLimits } from '@jeeves/contracts'
import type { Omission, ToolRule } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import type { Preset } from '../presets/preset-schema.js'
import type { SchemaThread } from '../shrink/schema/schema-thread.js'
import type { Shrinkable } from '../shrink/shrinkable.js'

/** What a question has chosen already. */
export interface Choice {
  /** Lists and maps of which a part was chosen. */
  readonly cuts: readonly Omission[]
  /** Of data: all of it, and the lines (0-based) of it that were chosen. */
  readonly data?: { readonly shrinkable: Shrinkable; readonly chosen: ReadonlySet<number> }
  /** Long lines of its text are shown in parts, with the engine's marks. */
  readonly isInParts?: boolean
  /** Everything was chosen, so no note is needed. */
  readonly isWhole?: boolean
  /** Of a text: the lines (1-based) that were chosen, and all of it. */
  readonly lines?: {
    readonly chosen: readonly number[]
    /** Lines that come after those: what went wrong, where that alone is more than there is room for. */
    readonly others?: readonly number[]
    readonly text: string
  }
}

export interface ShapeContext {
  readonly limits: ResponseLimits
  readonly strict: boolean
  readonly reduction: ToolRule | undefined
  readonly listItems: Preset['listItems']
  readonly tool: string
  /** What `structuredContent` has to match; absent when the client is sent text. */
  readonly outputSchema: Fields | undefined
  readonly schemas: SchemaThread
  readonly durationMs: number
  readonly choice: Choice | undefined
  /** Keeps a text and returns the reference to it. Throws `not_kept`. */
  readonly keep: (text: string) => Promise<string>
  /** The whole answer: its one text, or all of it as the server sent it. */
  readonly whole: () => string
  /** All of it as the server sent it. */
  readonly everything: () => string
  /** A value of which only some fields are shown, and the same with a note that says so. */
  readonly picked: { readonly value: unknown; readonly withNote: unknown } | undefined
  /** The value that the answer was before anything was chosen from it. */
  readonly original: unknown
  /** It came as a structured value, whose form is kept. */
  readonly isStructured: boolean
  /** Leads from what is kept to the value; absent when no JSON pointer does. */
  readonly base: readonly string[] | undefined
}
