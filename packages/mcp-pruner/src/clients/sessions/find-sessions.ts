// Where clients store session records on this machine.

import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { homeFolder } from '@jeeves/mcp-runtime/cache-dir'
import { processEnv } from '../../settings/environment.js'
import type { Env } from '../../settings/settings.js'
import { type RecordingClient, SESSION_SOURCES } from '../registry.js'

export interface SessionFile {
  readonly client: RecordingClient
  readonly file: string
  readonly modifiedMs: number
  readonly bytes: number
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
  return found.sort((a, b) => b.modifiedMs - a.modifiedMs)
}

/** Session stores that cannot be read here, with the reason. */
export async function findUnreadable(
  client: RecordingClient,
  env: Env = processEnv,
): Promise<readonly { readonly file: string; readonly reason: string }[]> {
  const { database } = SESSION_SOURCES[client]
  if (!database) return []
  const folder = sessionFolder(client, env)
  const names = await readdir(folder).catch((): string[] => [])
  return names
    .filter((name) => database.name.test(name))
    .map((name) => ({ file: join(folder, name), reason: database.hint }))
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
