// opencode keeps its sessions in a SQLite database, which Node reads from version 22.13 on. A session is
// handed over as `opencode export` prints it. Nothing is written: the database is opened for reading.
import type { StoredSession } from '../sessions/session-source.js'

/** What is used of `node:sqlite`, which the oldest supported Node does not have. */
interface Sqlite {
  readonly DatabaseSync: new (
    file: string,
    options: { readonly readOnly: true },
  ) => {
    prepare(sql: string): { all(...values: string[]): Readonly<Record<string, unknown>>[] }
    close(): void
  }
}

const SESSIONS = `
  SELECT session.id AS id, session.directory AS project, session.time_updated AS modifiedMs,
    (SELECT COALESCE(SUM(LENGTH(part.data)), 0) FROM part WHERE part.session_id = session.id) AS bytes
  FROM session ORDER BY session.time_updated DESC`
const MESSAGES = `
  SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id`
const PARTS = `
  SELECT message_id AS message, data FROM part WHERE session_id = ? ORDER BY id`

/** `undefined` where this Node has no SQLite. */
function sqlite(): Sqlite | undefined {
  const emitWarning = process.emitWarning.bind(process)
  // "SQLite is an experimental feature" means nothing to a user.
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule?.('node:sqlite') as Sqlite | undefined
  } finally {
    process.emitWarning = emitWarning
  }
}

function query(file: string, sql: string, ...values: string[]) {
  const { DatabaseSync } = sqlite() ?? {}
  if (!DatabaseSync) return undefined
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare(sql).all(...values)
  } finally {
    database.close()
  }
}

/** `undefined` if it cannot be read: this Node cannot, or it is not such a database. */
export function storedSessions(file: string): readonly StoredSession[] | undefined {
  try {
    return query(file, SESSIONS)?.map(({ id, project, modifiedMs, bytes }) => ({
      id: textOf(id),
      project: textOf(project),
      modifiedMs: Number(modifiedMs),
      bytes: Number(bytes),
    }))
  } catch {
    return undefined
  }
}

export function storedSession(file: string, id: string): string {
  const parts = new Map<string, string[]>()
  for (const row of query(file, PARTS, id) ?? []) {
    const message = textOf(row['message'])
    parts.set(message, [...(parts.get(message) ?? []), textOf(row['data'])])
  }
  const messages = (query(file, MESSAGES, id) ?? []).map((row) => {
    const of = parts.get(textOf(row['id'])) ?? []
    return `{"info":${textOf(row['data'])},"parts":[${of.join(',')}]}`
  })
  const project = storedSessions(file)?.find((session) => session.id === id)?.project ?? ''
  const info = JSON.stringify({ id, directory: project })
  return `{"info":${info},"messages":[${messages.join(',')}]}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
