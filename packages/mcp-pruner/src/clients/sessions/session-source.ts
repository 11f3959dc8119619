// What the readers of recorded sessions need to know about a client: where its records are and how to read them.
import type { Env } from '../../settings/read-setting.js'
import type { LineParser } from './session-event.js'

export interface SessionSource {
  readonly createParser: () => LineParser
  readonly folder: (env: Env, home: string) => string
  readonly files: RegExp
  /** The beginning of one of its files. */
  readonly sign: RegExp
  /** Its signature also matches other clients' files, so it is tried last. */
  readonly isSignGeneric?: boolean
  /** Its record is read while it grows, for the agent's words before a call. */
  readonly isReadLive: boolean
  /** A database, which is not read; the text explains what to do instead. */
  readonly database?: { readonly name: RegExp; readonly hint: string }
}
