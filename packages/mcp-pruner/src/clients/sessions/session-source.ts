// What the readers of recorded sessions need to know about a client: where its records are and how to read them.
import type { Env } from '../../settings/read-setting.js'
import type { LineParser } from './session-event.js'

export interface SessionSource {
  readonly createParser: () => LineParser
  readonly folder: (env: Env, home: string) => string
  readonly files: RegExp
  /** The beginning of one of its files. */
  readonly signature: RegExp
  /** Its signature also matches other clients' files, so it is tried last. */
  readonly isSignatureGeneric?: boolean
  /** Its record is read while it grows, for the agent's words before a call. */
  readonly isReadLive: boolean
  /** For hooks that give a session's id, not its record: the record, in that folder. */
  readonly recordOf?: (folder: string, session: string) => string
  /** Its hooks give no id of the call, and it records a call's words late: the call is found by its content. */
  readonly hasNoCallIds?: true
  readonly database?: SessionDatabase
}

/** A database of sessions instead of a file each. */
export interface SessionDatabase {
  readonly name: RegExp
  /** What to do where it cannot be read. */
  readonly hint: string
  /** `undefined` if it cannot be read. */
  readonly sessions: (file: string) => readonly StoredSession[] | undefined
  /** One session, as its program exports it. */
  readonly read: (file: string, id: string) => string
}

export interface StoredSession {
  readonly id: string
  readonly project: string
  readonly modifiedMs: number
  readonly bytes: number
}

/** Names a session in a database: `opencode.db#ses_1`. */
export const storedName = (database: string, id: string): string => `${database}#${id}`

/** `undefined` for a session with a file of its own. */
export function storedIn(
  file: string,
): { readonly database: string; readonly id: string } | undefined {
  const [, database, id] = /^(.+\.db)#([\w-]+)$/.exec(file) ?? []
  return database === undefined || id === undefined ? undefined : { database, id }
}
