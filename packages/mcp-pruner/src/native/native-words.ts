// The agent's words before a call: told by the hook, or read from the client's record of the session.
import { SPEAKING_CLIENTS } from '../clients/sessions/read-session.js'
import { type WordsBefore, wordsBeforeCall } from '../clients/sessions/words-before-call.js'
import type { HookInput } from './hook-input.js'

export async function wordsOf(hook: HookInput): Promise<Partial<WordsBefore>> {
  const { client, transcript, callId, said, prompt } = hook
  if (said !== undefined || prompt !== undefined) return { said: said ?? '', prompt: prompt ?? '' }
  const speaking = SPEAKING_CLIENTS.find((name) => name === client)
  if (speaking === undefined || transcript === undefined) return {}
  return (await wordsBeforeCall(speaking, transcript, callId)) ?? {}
}
