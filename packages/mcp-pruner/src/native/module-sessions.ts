// Sessions whose hooks module runs: then it replaces results, and the hooks of older versions do nothing. A stopped
// module is detected by results that it did not send.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { homeFolder } from '@jeeves/mcp-runtime/cache-dir'
import type { EarlierCall } from '../clients/sessions/conversation.js'
import { dropOldest } from '../process/drop-oldest.js'
import type { Env } from '../settings/settings.js'
import type { HookInput } from './hook-input.js'

/** Calls whose end the client's hook reported, but which the module has not sent yet. */
const MAX_UNSEEN = 4
/** Results that the client may not have recorded yet. */
const MAX_RESULTS = 40

export class ModuleSessions {
  /** By session: large results that the module still has to send. */
  readonly #unseen = new Map<string, Set<string>>()
  readonly #transcripts = new Map<string, string>()
  readonly #results = new Map<string, EarlierCall>()
  readonly #projects: string

  constructor(env: Env) {
    this.#projects = join(env.CLAUDE_CONFIG_DIR || join(homeFolder(env), '.claude'), 'projects')
  }

  /** The hooks of older versions know the session's record; the module does not. */
  noteTranscript(session: string | undefined, transcript: string | undefined): void {
    if (session !== undefined && transcript !== undefined)
      this.#transcripts.set(session, transcript)
  }

  /** It is in the folder of one of the client's projects. */
  async transcriptOf(session = ''): Promise<string | undefined> {
    const known = this.#transcripts.get(session)
    if (known !== undefined || !/^[\w-]+$/.test(session)) return known
    for (const project of await readdir(this.#projects).catch(() => [])) {
      const file = join(this.#projects, project, `${session}.jsonl`)
      if (!(await stat(file).catch(() => undefined))?.isFile()) continue
      this.#transcripts.set(session, file)
      return file
    }
    return undefined
  }

  /** It has sent this call. */
  asked(session: string, callId: string): void {
    const unseen = this.#unseen.get(session) ?? new Set()
    this.#unseen.set(session, unseen)
    unseen.delete(callId)
  }

  /** What the model is shown of a call that the module has sent. */
  answered({ callId, tool, input }: HookInput, output: string | undefined): void {
    this.#results.set(callId, { name: tool, input, output })
    dropOldest(this.#results, MAX_RESULTS)
  }

  resultOf(callId: string): EarlierCall | undefined {
    return this.#results.get(callId)
  }

  /** Called after each large result; the module sends it a moment later. */
  ended(session: string, callId: string): void {
    const unseen = this.#unseen.get(session)
    unseen?.add(callId)
    if (unseen && unseen.size > MAX_UNSEEN) this.#unseen.delete(session)
  }

  isRunning(session: string | undefined): boolean {
    return session !== undefined && this.#unseen.has(session)
  }
}
