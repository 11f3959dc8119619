// Where clients keep their records of sessions on this machine.
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Env } from '../../process/settings.js'
import type { RecordingClient } from './read-session.js'

export interface SessionFile {
  readonly client: RecordingClient
  readonly file: string
  readonly modifiedMs: number
  readonly bytes: number
}

/** Deep enough for sessions/YYYY/MM/DD and projects/FOLDER/SESSION/subagents. */
const MAX_DEPTH = 5

export function sessionFolder(client: RecordingClient, env: Env = process.env): string {
  const home = env.HOME ?? homedir()
  return client === 'claude'
    ? join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'projects')
    : join(env.CODEX_HOME || join(home, '.codex'), 'sessions')
}

const NAMES: Readonly<Record<RecordingClient, RegExp>> = {
  claude: /\.jsonl$/,
  codex: /^rollout-.*\.jsonl$/,
}

/** Newest first. A folder that is missing or closed holds none. */
export async function findSessions(
  client: RecordingClient,
  env: Env = process.env,
): Promise<readonly SessionFile[]> {
  const found: SessionFile[] = []
  await visit(sessionFolder(client, env), 0)
  return found.sort((a, b) => b.modifiedMs - a.modifiedMs)

  async function visit(folder: string, depth: number): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && depth < MAX_DEPTH) await visit(path, depth + 1)
      else if (entry.isFile() && NAMES[client].test(entry.name)) {
        const stats = await stat(path).catch(() => undefined)
        if (stats) found.push({ client, file: path, modifiedMs: stats.mtimeMs, bytes: stats.size })
      }
    }
  }
}
