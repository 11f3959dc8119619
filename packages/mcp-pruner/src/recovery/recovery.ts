// Keeps raw outputs under ids made from their content, so that keeping the same text twice keeps it once.
import { type ArtifactStore, pruneIdOf } from '@jeeves/mcp-runtime'
import type { EmitEvent } from '../process/events.js'
import { type CallNote, keepNote, recallNote } from './call-note.js'

export const PRUNE_DOMAIN = 'prune'

export interface Recovery {
  /** The id under which a text is kept. */
  idOf(text: string): string
  /** The id, or `undefined` when the text could not be kept. */
  keep(text: string, id?: string): Promise<string | undefined>
  /** `undefined` when unknown or expired. */
  recall(pruneId: string): Promise<string | undefined>
  close(): Promise<void>
}

/** What is remembered of calls beside their texts; losing it loses no line. */
export interface CallNotes {
  keepNote(callId: string, note: CallNote): Promise<void>
  recallNote(callId: string): Promise<CallNote | undefined>
}

export const isPruneId = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(id)

export function createRecovery(
  openStore: () => Promise<ArtifactStore>,
  emit: EmitEvent,
): Recovery & CallNotes {
  let opened: Promise<ArtifactStore> | undefined
  const store = () => {
    opened ??= openStore()
    return opened
  }
  return {
    idOf: pruneIdOf,
    async keep(text, id = pruneIdOf(text)) {
      try {
        await (await store()).put({ domain: PRUNE_DOMAIN, id }, text)
        return id
      } catch (error) {
        emit('warn', 'store.unavailable', { data: { message: messageOf(error) } })
        return undefined
      }
    },
    async recall(id) {
      return isPruneId(id) ? (await store()).get({ domain: PRUNE_DOMAIN, id }) : undefined
    },
    async keepNote(callId, note) {
      try {
        await keepNote(await store(), callId, note)
      } catch (error) {
        emit('warn', 'store.unavailable', { data: { message: messageOf(error) } })
      }
    },
    async recallNote(callId) {
      return isPruneId(callId) ? recallNote(await store(), callId) : undefined
    },
    async close() {
      await (await opened)?.close()
    },
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')
