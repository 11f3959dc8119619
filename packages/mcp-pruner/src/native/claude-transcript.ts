// Where Claude Code records a session: in the folder of one of its projects.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { claudeFolder } from '../clients/claude/client-folder.js'
import type { Env } from '../settings/settings.js'

export async function findClaudeTranscript(env: Env, session: string): Promise<string | undefined> {
  if (!/^[\w-]+$/.test(session)) return undefined
  const projects = join(claudeFolder(env), 'projects')
  for (const project of await readdir(projects).catch(() => [])) {
    const file = join(projects, project, `${session}.jsonl`)
    if ((await stat(file).catch(() => undefined))?.isFile()) return file
  }
  return undefined
}
