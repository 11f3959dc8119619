// What prunes in this server's sessions of Claude Code. When they end, the hooks of older versions are taken out of our
// plugin if the module was heard, and put in after calls of which neither the module nor a hook told.
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { claudeFolder } from '../clients/claude/client-folder.js'
import { setOlderHooks } from '../clients/claude/hooks.js'
import { notePrunedBy, type PrunedBy } from '../clients/claude/pruned-by.js'
import { hookKeyFor } from '../clients/hook-key.js'
import { isFields } from '../clients/sessions/session-event.js'
import type { EmitEvent } from '../process/events.js'
import type { Env } from '../settings/settings.js'
import { findClaudeTranscript } from './claude-transcript.js'

const LOOK_EVERY_MS = 20_000
const MAX_READ_BYTES = 16 * 1024 * 1024
/** The module may have sent the first before the server listened. */
const ENOUGH_MESSAGES = 2
/** Tools that the hooks of older versions are set up for, before the call: they tell of each. */
const HOOKED_TOOL = /^(?:Bash|Read)$/

interface Watched {
  /** How much of its record is from before the server listened. */
  readonly from: Promise<number>
  isHooked: boolean
}

export interface PrunedByParts {
  readonly dataFolder: string
  readonly env: Env
  readonly project: string
  readonly emit: EmitEvent
}

export class ClaudePrunedBy {
  /** Those of which it is not known yet. */
  readonly #sessions = new Map<string, Watched>()
  readonly #known = new Set<string>()
  /** Of our plugin, once it is known. */
  #needsHooks: boolean | undefined
  readonly #parts: PrunedByParts
  readonly #timer: NodeJS.Timeout

  constructor(parts: PrunedByParts) {
    this.#parts = parts
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
    // It does not keep the process alive.
    this.#timer.unref()
  }

  /** From now on its module finds the server. */
  async watch(session: string): Promise<void> {
    if (this.#known.has(session) || this.#sessions.has(session)) return
    const from = this.#sizeNow(session)
    this.#sessions.set(session, { from, isHooked: false })
    await from
  }

  noteHook(session: string, isModule: boolean): void {
    if (this.#known.has(session)) return
    if (isModule) return this.#decide(session, 'module')
    const watched = this.#sessions.get(session)
    if (watched) watched.isHooked = true
  }

  /** Whether a session had calls that the module would have told of. */
  async look(): Promise<void> {
    for (const [session, { from, isHooked }] of this.#sessions) {
      const file = await findClaudeTranscript(this.#parts.env, session)
      if (file === undefined) continue
      const messages = await messagesWithCalls(file, await from).catch(() => 0)
      if (messages < ENOUGH_MESSAGES || this.#known.has(session)) continue
      this.#decide(session, isHooked ? 'hooks' : 'nothing')
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.look()
    const needsHooks = this.#needsHooks
    // Claude Code loads a module anew when its plugin changes: the calls in progress would be unknown to it.
    if (needsHooks !== undefined) this.#try(() => this.#changePlugin(needsHooks))
  }

  async #sizeNow(session: string): Promise<number> {
    const file = await findClaudeTranscript(this.#parts.env, session)
    return file === undefined ? 0 : ((await stat(file).catch(() => undefined))?.size ?? 0)
  }

  #decide(session: string, by: PrunedBy): void {
    this.#known.add(session)
    this.#sessions.delete(session)
    if (by !== 'hooks') this.#needsHooks = by === 'nothing'
    this.#try(() => notePrunedBy(this.#parts.dataFolder, by))
  }

  #changePlugin(needsHooks: boolean): void {
    const { dataFolder, env, project } = this.#parts
    const place = { dataFolder, hookKey: hookKeyFor(dataFolder) }
    setOlderHooks(claudeFolder(env), { ...place, project: undefined }, needsHooks)
    setOlderHooks(join(project, '.claude'), { ...place, project }, needsHooks)
  }

  /** The next session tries again. */
  #try(change: () => void): void {
    try {
      change()
    } catch (error) {
      this.#parts.emit('warn', 'native.hooks_unchanged', { data: { message: String(error) } })
    }
  }
}

/** How many messages of the model call a hooked tool, after the first `from` bytes of the record. */
async function messagesWithCalls(file: string, from: number): Promise<number> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const length = Math.min(Math.max(0, size - from), MAX_READ_BYTES)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    return new Set(lines.filter((line) => line.includes('"tool_use"')).flatMap(callingMessage)).size
  } finally {
    await handle.close()
  }
}

function callingMessage(line: string): unknown[] {
  try {
    const { type, message } = JSON.parse(line) as Record<string, unknown>
    if (type !== 'assistant' || !isFields(message) || !Array.isArray(message.content)) return []
    const isCall = (block: unknown) =>
      isFields(block) && block.type === 'tool_use' && HOOKED_TOOL.test(String(block.name))
    return message.content.some(isCall) ? [message.id] : []
  } catch {
    // The client is still writing this line.
    return []
  }
}
