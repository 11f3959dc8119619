// Sessions whose hooks module runs: then it replaces results, and the hooks of older versions do nothing. A stopped
// module is detected by results that it did not send.
import type { EarlierCall } from '../clients/sessions/conversation.js'
import { dropOldest } from '../process/drop-oldest.js'
import type { Env } from '../settings/settings.js'
import { findClaudeTranscript } from './claude-transcript.js'
import type { HookInput } from './hook-input.js'

/** Calls whose end the client's hook reported, but which the module has not sent yet. */
const MAX_UNSEEN = 4
/** Results that the client may not have recorded yet. */
const MAX_RESULTS = 40
/** Calls in progress. */
const MAX_CHANGED = 200

export class ModuleSessions {
  /** By session: large results that the module still has to send. */
  readonly #unseen = new Map<string, Set<string>>()
  readonly #transcripts = new Map<string, string>()
  readonly #results = new Map<string, EarlierCall>()
  readonly #changedByHooks = new Set<string>()
  readonly #env: Env

  constructor(env: Env) {
    this.#env = env
  }

  /** The hooks of older versions know the session's record; the module does not. */
  noteTranscript(session: string | undefined, transcript: string | undefined): void {
    if (session !== undefined && transcript !== undefined)
      this.#transcripts.set(session, transcript)
  }

  async transcriptOf(session = ''): Promise<string | undefined> {
    const known = this.#transcripts.get(session)
    if (known !== undefined) return known
    const found = await findClaudeTranscript(this.#env, session)
    this.noteTranscript(session, found)
    return found
  }

  /** A hook changed this call or its output before the module was heard: it ends as it began. */
  noteHookChange(callId: string): void {
    this.#changedByHooks.add(callId)
    dropOldest(this.#changedByHooks, MAX_CHANGED)
  }

  isChangedByHook(callId: string): boolean {
    return this.#changedByHooks.has(callId)
  }

  /** It has sent this call. */
  noteSent(session: string, callId: string): void {
    const unseen = this.#unseen.get(session) ?? new Set()
    this.#unseen.set(session, unseen)
    unseen.delete(callId)
  }

  /** What the model is shown of a call that the module has sent. */
  noteShown({ callId, tool, input }: HookInput, output: string | undefined): void {
    this.#results.set(callId, { name: tool, input, output })
    dropOldest(this.#results, MAX_RESULTS)
  }

  resultOf(callId: string): EarlierCall | undefined {
    return this.#results.get(callId)
  }

  /** Called after each large result; the module sends it a moment later. */
  noteEnded(session: string, callId: string): void {
    const unseen = this.#unseen.get(session)
    unseen?.add(callId)
    if (unseen && unseen.size > MAX_UNSEEN) this.#unseen.delete(session)
  }

  isRunning(session: string | undefined): boolean {
    return session !== undefined && this.#unseen.has(session)
  }
}
