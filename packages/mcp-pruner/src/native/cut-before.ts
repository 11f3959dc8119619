// Files and searches that a session was shown only in part, where the content of the conversation is unknown: asking
// for one again means that it is wanted whole.
import { dropOldest } from '../process/drop-oldest.js'
import type { HookInput } from './hook-input.js'

const MAX_KEPT = 1000

export class CutBefore {
  readonly #kept = new Set<string>()

  add(hook: HookInput): void {
    const key = keyOf(hook)
    if (key === undefined) return
    this.#kept.add(key)
    dropOldest(this.#kept, MAX_KEPT)
  }

  has(hook: HookInput): boolean {
    const key = keyOf(hook)
    return key !== undefined && this.#kept.has(key)
  }
}

/** A repeated command may print something new; it is not remembered. */
function keyOf({
  client,
  sessionId,
  agentId = '',
  transcript,
  facts,
}: HookInput): string | undefined {
  const { kind, path = '', pattern = '' } = facts
  if (kind !== 'read' && kind !== 'search') return undefined
  return [client, sessionId ?? transcript ?? '', agentId, kind, path, pattern].join('\0')
}
