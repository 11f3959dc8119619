// What the readers of recorded sessions have to know of a client: where its records are and how to read them.
import type { Env } from '../../settings/read-setting.js'
import type { LineParser } from './session-event.js'

export interface SessionSource {
  readonly createParser: () => LineParser
  readonly folder: (env: Env, home: string) => string
  readonly files: RegExp
  /** How one of its files begins. */
  readonly sign: RegExp
  /** Its sign matches files of other clients too, so it is tried last. */
  readonly isSignGeneric?: boolean
  /** Its record is read, while it grows, for what was said before a call. */
  readonly isReadLive: boolean
  /** A database, which is not read; what to do instead. */
  readonly database?: { readonly name: RegExp; readonly hint: string }
}
