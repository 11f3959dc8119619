// Which calls are in the conversation when a hook is called: sent by the hook's own plugin, or read from the client's session
// record. `undefined` unless that is certain: then nothing is shown as a repeat.
import { setTimeout as sleep } from 'node:timers/promises'
import { type EarlierCall, FOLLOWED_CLIENTS } from '../clients/sessions/conversation.js'
import { ConversationFiles } from '../clients/sessions/conversation-files.js'
import { recordOf } from '../clients/sessions/words-before-call.js'
import type { HookInput } from './hook-input.js'
import type { ModuleSessions } from './module-sessions.js'
import type { NativeSettings } from './native-switch.js'
import { noteWait, waitSignal } from './native-words.js'

const BETWEEN_LOOKS_MS = 10

export type PreviousOutputs = (
  hook: HookInput,
  limits: { readonly settings: Pick<NativeSettings, 'waitMs'>; readonly signal: AbortSignal },
) => Promise<readonly EarlierCall[] | undefined>

/** `results`: by call id, what the hooks module sent and was answered; the client records it some 100 ms later. */
export function createPreviousOutputs(results: Pick<ModuleSessions, 'resultOf'>): PreviousOutputs {
  // The client starts this server with each of its processes.
  const files = new ConversationFiles(performance.timeOrigin)
  return async (hook, limits) => {
    const { client, transcript, agentId, callId, tool, input, atMs, chain, earlierCalls } = hook
    if (earlierCalls !== undefined) return earlierCalls
    const recorder = FOLLOWED_CLIENTS.find((name) => name === client)
    if (recorder === undefined || transcript === undefined) return undefined
    const file = recordOf({ client: recorder, transcript, agentId })
    const limit = waitSignal(transcript, limits)
    for (;;) {
      const conversation = await files.read(recorder, file)
      const call = { id: callId, name: tool, input, hookAtMs: atMs, chain }
      // A call is recorded before its result is.
      const recorded = conversation
        ?.before(call)
        ?.map((each) => (each.output === undefined ? (results.resultOf(each.id) ?? each) : each))
      const late = chain.filter((id) => id !== callId && conversation?.hasCall(id) === false)
      const found = recorded?.concat(late.flatMap((id) => results.resultOf(id) ?? []))
      // The call's own line may not be written yet.
      if (found || limit.aborted) {
        noteWait(transcript, found !== undefined)
        return found
      }
      await sleep(BETWEEN_LOOKS_MS, undefined, { signal: limit }).catch(() => {})
    }
  }
}
