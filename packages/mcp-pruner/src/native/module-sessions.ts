// Whether the hooks module of a session runs: then it replaces results, and the hooks of older versions do nothing. A
// stopped one is detected by results that it did not send.

/** Calls whose end the client's hook reported, but which the module has not sent yet. */
const MAX_UNSEEN = 4

interface ModuleSession {
  /** Large results that the module still has to send. */
  readonly unseen: Set<string>
}

export class ModuleSessions {
  readonly #sessions = new Map<string, ModuleSession>()
  readonly #transcripts = new Map<string, string>()

  /** The client's own hooks know the session's record; the module does not. */
  noteTranscript(session: string | undefined, transcript: string | undefined): void {
    if (session !== undefined && transcript !== undefined)
      this.#transcripts.set(session, transcript)
  }

  transcriptOf(session: string | undefined): string | undefined {
    return session === undefined ? undefined : this.#transcripts.get(session)
  }

  /** It has sent this call. */
  asked(session: string, callId: string): void {
    const known = this.#sessions.get(session) ?? { unseen: new Set() }
    this.#sessions.set(session, known)
    known.unseen.delete(callId)
  }

  /** Called after each large result; the module sends it a moment later. */
  ended(session: string, callId: string): void {
    const known = this.#sessions.get(session)
    known?.unseen.add(callId)
    if (known && known.unseen.size > MAX_UNSEEN) this.#sessions.delete(session)
  }

  isRunning(session: string | undefined): boolean {
    return session !== undefined && this.#sessions.has(session)
  }
}
