// Where clients store session records on this machine.

import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { homeFolder } from '@jeeves/mcp-runtime/cache-dir'
import { processEnv } from '../../settings/environment.js'
import type { Env } from '../../settings/settings.js'
import { type RecordingClient, SESSION_SOURCES } from '../registry.js'
import { type SessionSource, storedName } from './session-source.js'

export interface SessionFile {
  readonly client: RecordingClient
  readonly file: string
  readonly modifiedMs: number
  readonly bytes: number
  /** Where it is known without reading the session. */
  readonly project?: string
}

/** Deep enough for sessions/YYYY/MM/DD and projects/FOLDER/SESSION/subagents. */
const MAX_DEPTH = 5

export const sessionFolder = (client: RecordingClient, env: Env = processEnv): string =>
  SESSION_SOURCES[client].folder(env, homeFolder(env))

/** Newest first. A missing or unreadable folder contains none. */
export async function findSessions(
  client: RecordingClient,
  env: Env = processEnv,
): Promise<readonly SessionFile[]> {
  const found: SessionFile[] = []
  const { files } = SESSION_SOURCES[client]
  for await (const { name, path } of filesUnder(sessionFolder(client, env), 0)) {
    if (!files.test(name)) continue
    const stats = await stat(path).catch(() => undefined)
    if (stats) found.push({ client, file: path, modifiedMs: stats.mtimeMs, bytes: stats.size })
  }
  for (const database of await databasesOf(client, env)) {
    found.push(...(sessionsIn(client, database) ?? []))
  }
  return found.sort((a, b) => b.modifiedMs - a.modifiedMs)
}

/** The sessions of a database; `undefined` if it is none of this client's, or cannot be read here. */
export function sessionsIn(
  client: RecordingClient,
  database: string,
): readonly SessionFile[] | undefined {
  const source: SessionSource = SESSION_SOURCES[client]
  if (!source.database?.name.test(basename(database))) return undefined
  return source.database.sessions(database)?.map(({ id, project, modifiedMs, bytes }) => ({
    client,
    file: storedName(database, id),
    project,
    modifiedMs,
    bytes,
  }))
}

async function databasesOf(client: RecordingClient, env: Env): Promise<readonly string[]> {
  const source: SessionSource = SESSION_SOURCES[client]
  const { database } = source
  if (!database) return []
  const folder = sessionFolder(client, env)
  const names = await readdir(folder).catch((): string[] => [])
  return names.filter((name) => database.name.test(name)).map((name) => join(folder, name))
}

/** Session stores that cannot be read here, with the reason. */
export async function findUnreadable(
  client: RecordingClient,
  env: Env = processEnv,
): Promise<readonly { readonly file: string; readonly reason: string }[]> {
  const { database }: SessionSource = SESSION_SOURCES[client]
  if (!database) return []
  return (await databasesOf(client, env))
    .filter((file) => sessionsIn(client, file) === undefined)
    .map((file) => ({ file, reason: database.hint }))
}

async function* filesUnder(
  folder: string,
  depth: number,
): AsyncGenerator<{ readonly name: string; readonly path: string }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && depth < MAX_DEPTH) yield* filesUnder(path, depth + 1)
    else if (entry.isFile()) yield { name: entry.name, path }
  }
}
