// One session file as a job for any thread, and its result.
import type { SessionFile } from '../../clients/sessions/find-sessions.js'
import type { SessionReplay } from './replay-figures.js'
import { type NotTaken, type ReplayOptions, replaySession } from './replay-session.js'

export interface ReplayJob extends Pick<SessionFile, 'client' | 'file'> {
  readonly options: ReplayOptions
}

export type Outcome = { readonly done: SessionReplay | NotTaken } | { readonly failed: string }

/** Bytes read since the last message, any number of times; then the outcome. */
export type FromReplayThread = { readonly read: number } | Outcome

export async function replayOne(
  { client, file, options }: ReplayJob,
  onRead?: (bytes: number) => void,
): Promise<Outcome> {
  try {
    return { done: await replaySession(client, file, options, onRead) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
