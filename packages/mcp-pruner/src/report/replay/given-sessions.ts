// The given session files and folders; otherwise those of this machine's clients.

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RECORDING_CLIENTS } from '../../clients/registry.js'
import { clientOfSession } from '../../clients/sessions/client-of-session.js'
import {
  findSessions,
  findUnreadable,
  type SessionFile,
  sessionsIn,
} from '../../clients/sessions/find-sessions.js'
import { AppError } from '../../errors/app-error.js'
import { fileProblem } from '../../errors/usage-error.js'
import type { Env } from '../../settings/settings.js'
import type { NotTakenFile } from './replay-report.js'

export interface FoundSessions {
  /** Newest first. */
  readonly files: readonly SessionFile[]
  readonly notTaken: readonly NotTakenFile[]
  /** Of what was named: files that are no recordings, and folders without any. */
  readonly refused: readonly NotTakenFile[]
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
    refused: found.refused,
  }
}

async function ofThisMachine(env: Env): Promise<FoundSessions> {
  const files = await Promise.all(RECORDING_CLIENTS.map((client) => findSessions(client, env)))
  const others = await Promise.all(RECORDING_CLIENTS.map((client) => findUnreadable(client, env)))
  return { files: files.flat(), notTaken: others.flat(), refused: [] }
}

async function given(paths: readonly string[]): Promise<FoundSessions> {
  const files: SessionFile[] = []
  const notTaken: NotTakenFile[] = []
  const refused: NotTakenFile[] = []
  for (const path of paths) {
    const stats = await stat(path).catch(fail(path))
    const isFolder = stats.isDirectory()
    const inside: (SessionFile | NotTakenFile)[] = []
    // One at a time: a folder may have more sessions than a process may open files.
    for (const file of isFolder ? await inFolder(path) : [path]) {
      inside.push(...(inDatabase(file) ?? [await recording(file)]))
    }
    const taken = inside.filter((found) => 'client' in found)
    const others = inside.filter((found) => 'reason' in found)
    files.push(...taken)
    notTaken.push(...others)
    if (!isFolder) refused.push(...others)
    else if (taken.length === 0)
      refused.push({ file: path, reason: 'no recordings in this folder' })
  }
  return { files, notTaken, refused }
}

async function inFolder(folder: string): Promise<string[]> {
  const inside = await readdir(folder, { recursive: true, withFileTypes: true }).catch(fail(folder))
  return inside
    .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** `undefined` for a file that is not a readable database of sessions. */
const inDatabase = (file: string): readonly SessionFile[] | undefined =>
  RECORDING_CLIENTS.map((client) => sessionsIn(client, file)).find((found) => found !== undefined)

async function recording(file: string): Promise<SessionFile | NotTakenFile> {
  const stats = await stat(file).catch(fail(file))
  if (!stats.isFile()) {
    throw new AppError('session_unreadable', `${file} cannot be read: it is not a file`)
  }
  try {
    const client = await clientOfSession(file)
    if (client) return { client, file, modifiedMs: stats.mtimeMs, bytes: stats.size }
    return { file, reason: stats.size === 0 ? 'empty' : 'not a recording of a known client' }
  } catch (error) {
    return { file, reason: `cannot be read: ${(error as Error).message}` }
  }
}

const fail =
  (path: string) =>
  (error: unknown): never => {
    throw new AppError('session_unreadable', `${path} cannot be read: ${fileProblem(error)}`)
  }
