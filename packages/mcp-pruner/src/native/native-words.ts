// The agent's words before a call: sent by the hook, or read from the client's session record.
import { LIVE_CLIENTS, SESSION_SOURCES } from '../clients/registry.js'
import { type WordsBefore, wordsBeforeCall } from '../clients/sessions/words-before-call.js'
import type { HookInput } from './hook-input.js'
import type { NativeContext } from './native-context.js'
import type { NativeSettings } from './native-switch.js'

/**
 * How long to wait for the client to write its record: Claude Code and Copilot take up to about 160 ms, on a busy machine
 * several times that. The rest of a call's time is for what is done with the words.
 */
const SHARE_OF_WAIT = 0.75
const MAX_WAIT_MS = 2000
/** For a record that has been waited for in vain: the client may not write one at all. */
const SHORT_WAIT_MS = 250
const MAX_KNOWN = 1000
const timedOut = new Set<string>()

/** Codex gives a command inside a script an id that its record does not contain; the script is the last call there. */
const IN_A_SCRIPT = /^exec-/

export async function wordsOf(
  hook: HookInput,
  { settings, signal }: Pick<NativeContext, 'settings' | 'signal'>,
): Promise<Partial<WordsBefore>> {
  const { client, transcript, callId, agentId, message, prompt } = hook
  if (message !== undefined || prompt !== undefined)
    return { message: message ?? '', prompt: prompt ?? '' }
  const speaking = LIVE_CLIENTS.find((name) => name === client)
  if (speaking === undefined || transcript === undefined) return {}
  const call = {
    client: speaking,
    transcript,
    callId: IN_A_SCRIPT.test(callId) ? '' : callId,
    agentId,
    ...(SESSION_SOURCES[speaking].hasNoCallIds && {
      unnamed: { name: hook.tool, input: hook.input, hookAtMs: hook.atMs },
    }),
  }
  const words = await wordsBeforeCall(call, waitSignal(transcript, { settings, signal }))
  noteWait(transcript, words !== undefined)
  return words ?? {}
}

/** Remembers whether the record held the call in time. */
export function noteWait(transcript: string, hasFound: boolean): void {
  if (hasFound) timedOut.delete(transcript)
  else if (timedOut.size < MAX_KNOWN) timedOut.add(transcript)
}

/** Aborts when the client's record should not be waited for any longer. */
export function waitSignal(
  transcript: string,
  {
    settings,
    signal,
  }: { readonly settings: Pick<NativeSettings, 'waitMs'>; readonly signal: AbortSignal },
): AbortSignal {
  const longest = timedOut.has(transcript) ? SHORT_WAIT_MS : MAX_WAIT_MS
  const ms = Math.min(settings.waitMs * SHARE_OF_WAIT, longest)
  return AbortSignal.any([signal, AbortSignal.timeout(ms)])
}
