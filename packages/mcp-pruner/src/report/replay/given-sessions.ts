// Session files that were named, or that lie in a named folder; otherwise those of this machine's clients.
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findSessions, type SessionFile } from '../../clients/sessions/find-sessions.js'
import { RECORDING_CLIENTS, type RecordingClient } from '../../clients/sessions/read-session.js'
import type { Env } from '../../process/settings.js'

export class NoSuchSession extends Error {
  override readonly name = 'NoSuchSession'
}

/** Newest first. */
export async function sessionsToReplay(
  paths: readonly string[],
  since: number | undefined,
  env: Env,
): Promise<readonly SessionFile[]> {
  const found =
    paths.length === 0
      ? (await Promise.all(RECORDING_CLIENTS.map((client) => findSessions(client, env)))).flat()
      : (await Promise.all(paths.map(given))).flat()
  return found
    .filter(({ modifiedMs }) => since === undefined || modifiedMs >= since)
    .sort((a, b) => b.modifiedMs - a.modifiedMs)
}

async function given(path: string): Promise<SessionFile[]> {
  const stats = await stat(path).catch((error: Error) => {
    throw new NoSuchSession(`${path} cannot be read: ${error.message}`)
  })
  if (!stats.isDirectory()) {
    const client = await clientOf(path)
    return [{ client, file: path, modifiedMs: stats.mtimeMs, bytes: stats.size }]
  }
  const inside = await readdir(path, { recursive: true, withFileTypes: true }).catch(
    (error: Error) => {
      throw new NoSuchSession(`${path} cannot be read: ${error.message}`)
    },
  )
  const files = inside.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
  return (await Promise.all(files.map((entry) => given(join(entry.parentPath, entry.name))))).flat()
}

/** Codex wraps everything in a payload. One that cannot be opened is told when it is read. */
async function clientOf(path: string): Promise<RecordingClient> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return 'claude'
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
    const start = buffer.toString('utf8', 0, bytesRead)
    return /^\s*\{[^\n]*"payload"\s*:/.test(start) ? 'codex' : 'claude'
  } finally {
    await file.close()
  }
}
