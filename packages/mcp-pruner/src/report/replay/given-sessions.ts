// The given session files and folders; otherwise those of this machine's clients.

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RECORDING_CLIENTS } from '../../clients/registry.js'
import { clientOfSession } from '../../clients/sessions/client-of-session.js'
import {
  findSessions,
  findUnreadable,
  type SessionFile,
} from '../../clients/sessions/find-sessions.js'
import { AppError } from '../../errors/app-error.js'
import type { Env } from '../../settings/settings.js'
import type { NotTakenFile } from './replay-report.js'

export interface FoundSessions {
  /** Newest first. */
  readonly files: readonly SessionFile[]
  readonly notTaken: readonly NotTakenFile[]
}

export async function sessionsToReplay(
  paths: readonly string[],
  since: number | undefined,
  env: Env,
): Promise<FoundSessions> {
  const found = paths.length === 0 ? await ofThisMachine(env) : await given(paths)
  const isOld = ({ modifiedMs }: SessionFile) => since !== undefined && modifiedMs < since
  return {
    files: found.files.filter((file) => !isOld(file)).sort((a, b) => b.modifiedMs - a.modifiedMs),
    notTaken: [
      ...found.notTaken,
      ...found.files.filter(isOld).map(({ file }) => ({ file, reason: 'not written since then' })),
    ],
  }
}

async function ofThisMachine(env: Env): Promise<FoundSessions> {
  const files = await Promise.all(RECORDING_CLIENTS.map((client) => findSessions(client, env)))
  const others = await Promise.all(RECORDING_CLIENTS.map((client) => findUnreadable(client, env)))
  return { files: files.flat(), notTaken: others.flat() }
}

async function given(paths: readonly string[]): Promise<FoundSessions> {
  const files: SessionFile[] = []
  const notTaken: NotTakenFile[] = []
  for (const path of paths) await take(path)
  return { files, notTaken }

  async function take(path: string): Promise<void> {
    const stats = await stat(path).catch(fail(path))
    if (stats.isDirectory()) {
      const inside = await readdir(path, { recursive: true, withFileTypes: true }).catch(fail(path))
      for (const entry of inside) {
        if (entry.isFile() && /\.jsonl?$/.test(entry.name)) {
          await take(join(entry.parentPath, entry.name))
        }
      }
      return
    }
    if (!stats.isFile())
      throw new AppError('session_unreadable', `${path} cannot be read: it is not a file`)
    try {
      const client = await clientOfSession(path)
      if (client) files.push({ client, file: path, modifiedMs: stats.mtimeMs, bytes: stats.size })
      else {
        const reason = stats.size === 0 ? 'empty' : 'not a recording of a known client'
        notTaken.push({ file: path, reason })
      }
    } catch (error) {
      notTaken.push({ file: path, reason: `cannot be read: ${(error as Error).message}` })
    }
  }
}

const fail =
  (path: string) =>
  (error: Error): never => {
    throw new AppError('session_unreadable', `${path} cannot be read: ${error.message}`)
  }
