// An output that a client has saved to its own file. The file's name comes with the output, and an output can contain
// anything: only a user's file in the client's own folder is read, without following links, opened once, and only if
// it begins as the client has shown it.
import { constants } from 'node:fs'
import { lstat, open, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isInside } from '@jeeves/mcp-runtime/files'
import type { Env } from '../settings/settings.js'
import { claudeFolder } from './claude/client-folder.js'

const MAX_FILE_BYTES = 32 * 1024 * 1024
/** A caller that does not know this much of a file cannot have it read. */
const PROOF_CHARS = 400
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

export interface SavedOutput {
  readonly path: string
  /** The client's own folder for this session's outputs. */
  readonly folder: string
  /** The client's excerpt; it contains the beginning of the file, or its end. */
  readonly given: string
  readonly shows?: 'start' | 'end'
  /** What the client says of its size; a file that is still being written has less. */
  readonly minBytes?: number
}

/** `undefined` unless it is certainly the client's. */
export async function readSavedOutput({
  path,
  folder,
  given,
  shows = 'start',
  minBytes = 0,
}: SavedOutput): Promise<string | undefined> {
  try {
    const realFolder = await realpath(folder)
    const target = join(await realpath(dirname(path)), basename(path))
    if (!isInside(realFolder, target)) return undefined
    const file = await open(target, FLAGS)
    try {
      const stats = await file.stat()
      // A hard link would be a file from elsewhere.
      const isOwn = stats.isFile() && stats.nlink === 1 && stats.uid === (await ownerOf(realFolder))
      if (!isOwn || stats.size < minBytes || stats.size > MAX_FILE_BYTES) return undefined
      const text = await file.readFile('utf8')
      return isShown(text.trim(), given, shows) ? text : undefined
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}

/** The end must be the very end: a file that is still being written ends somewhere in the middle. */
function isShown(text: string, given: string, shows: 'start' | 'end'): boolean {
  if (text === '') return false
  if (shows === 'end') return given.trimEnd().endsWith(text.slice(-PROOF_CHARS).trim())
  return given.includes(text.slice(0, PROOF_CHARS).trim())
}

/** Windows has no numeric users; all files there report 0. */
const ownerOf = async (folder: string): Promise<number> =>
  process.getuid?.() ?? (await lstat(folder)).uid

/** Beside the session record, which Claude Code keeps in its own folder. */
export function claudeOutputFolder(transcript: string | undefined, env: Env): string | undefined {
  const projects = join(claudeFolder(env), 'projects')
  if (transcript === undefined || !/^[\w-]+\.jsonl$/.test(basename(transcript))) return undefined
  if (dirname(dirname(transcript)) !== projects) return undefined
  return join(transcript.slice(0, -'.jsonl'.length), 'tool-results')
}

export async function readClaudeOutput(
  output: Omit<SavedOutput, 'folder'>,
  transcript: string | undefined,
  env: Env,
): Promise<string | undefined> {
  const folder = claudeOutputFolder(transcript, env)
  return folder === undefined ? undefined : readSavedOutput({ ...output, folder })
}

const COPILOT_NAME = /^[\w-]*copilot-tool-output[\w-]*(?:\.\w+)?$/

/** Copilot uses the system's temporary folder for all sessions: the name and the beginning must identify the file. */
export const copilotOutputFolder = (path: string): string | undefined =>
  COPILOT_NAME.test(basename(path)) && dirname(path) === tmpdir() ? tmpdir() : undefined
