// The agent's words before a call: told by the hook, or read from the client's record of the session.
import { SPEAKING_CLIENTS } from '../clients/sessions/read-session.js'
import { type WordsBefore, wordsBeforeCall } from '../clients/sessions/words-before-call.js'
import type { HookInput } from './hook-input.js'
import type { NativeContext } from './native-context.js'
import type { NativeSettings } from './native-switch.js'

/** To wait for the client to write its record: Claude Code takes up to some 150 ms. */
const MAX_WAIT_MS = 250

/** Codex names a command inside a script by an id that its record does not hold; the script is the last call there. */
const IN_A_SCRIPT = /^exec-/

export async function wordsOf(
  hook: HookInput,
  { settings, signal }: Pick<NativeContext, 'settings' | 'signal'>,
): Promise<Partial<WordsBefore>> {
  const { client, transcript, callId, agentId, said, prompt } = hook
  if (said !== undefined || prompt !== undefined) return { said: said ?? '', prompt: prompt ?? '' }
  const speaking = SPEAKING_CLIENTS.find((name) => name === client)
  if (speaking === undefined || transcript === undefined) return {}
  const call = {
    client: speaking,
    transcript,
    callId: IN_A_SCRIPT.test(callId) ? '' : callId,
    agentId,
  }
  return (await wordsBeforeCall(call, timeToWait({ settings, signal }))) ?? {}
}

/** Ends when the client's record is not to be waited for any longer. */
export const timeToWait = ({
  settings,
  signal,
}: {
  readonly settings: Pick<NativeSettings, 'waitMs'>
  readonly signal: AbortSignal
}): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(Math.min(settings.waitMs, MAX_WAIT_MS))])
