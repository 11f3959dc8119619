// Stores raw outputs under ids derived from their content, so that the same text is stored once. A
// store that does not answer in time costs the id, never the answer.
import { createHash, createSecretKey } from 'node:crypto'
import type { MCPCacheStats } from '@jeeves/contracts'
import {
  type ArtifactKey,
  type ArtifactStore,
  ArtifactStoreError,
  type PutOptions,
  pruneIdOf,
} from '@jeeves/mcp-runtime'
import type { EmitEvent } from '../process/events.js'
import { withTimeout } from '../process/with-timeout.js'
import { type CallNote, keepNote, NOTE_DOMAIN, recallNote } from './call-note.js'

export const PRUNE_DOMAIN = 'prune'

export interface Recovery {
  /** The id that `keep` would use. */
  idOf(text: string): string
  /** The id, or `undefined` if the text could not be stored, or not in time. */
  keep(text: string, id?: string, options?: KeepOptions): Promise<string | undefined>
  /** `undefined` when unknown or expired. Throws if the store does not answer. */
  recall(pruneId: string, options?: RecallOptions): Promise<string | undefined>
  /** Deletes a text and the notes of these calls; `false` when nothing was stored. */
  forget(pruneId: string, callIds?: readonly string[]): Promise<boolean>
  /** The same store for one of several callers, who can recall only their own texts. */
  forCaller(caller: string): Recovery
  close(): Promise<void>
}

export type KeepOptions = Pick<PutOptions, 'ifRoom'>

export interface RecallOptions {
  /** Looked up while an answer waits, which waits no longer for it than for storing. */
  readonly isAnswerWaiting?: boolean
}

/** The memory that stored texts take in this process. */
export interface MemoryUse {
  /** `undefined` before the store is open, and if it uses none. */
  readonly memoryStats: () => MCPCacheStats | undefined
}

/** Notes of calls beside their texts; losing them loses no line. */
export interface CallNotes {
  keepNote(callId: string, note: CallNote): Promise<void>
  recallNote(callId: string): Promise<CallNote | undefined>
}

export interface RecoveryOptions {
  /** Ids are derived from it, so that nobody can compute the id of a text they guess. */
  readonly secret?: string | undefined
  /** Default 500. */
  readonly keepMs?: number
  /** Default 10,000. */
  readonly recallMs?: number
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
export const isPruneId = (id: string): boolean => ID.test(id)

/** Puts that nobody waits for any more; at this number, the store is not used until one ends. */
const MAX_LATE_PUTS = 2

export function createRecovery(
  openStore: () => Promise<ArtifactStore>,
  emit: EmitEvent,
  { secret, keepMs = 500, recallMs = 10_000 }: RecoveryOptions = {},
): Recovery & CallNotes & MemoryUse {
  const store = createLazyStore(openStore, keepMs)
  return {
    ...recoveryIn(PRUNE_DOMAIN, { store, emit, secret, keepMs, recallMs }),
    async keepNote(callId, note) {
      try {
        await inTime(
          keepMs,
          store.open().then((found) => keepNote(found, callId, note)),
        )
      } catch (error) {
        emit('warn', 'store.unavailable', { data: { message: messageOf(error) } })
      }
    },
    async recallNote(callId) {
      return isPruneId(callId) ? recallNote(await store.open(), callId) : undefined
    },
    memoryStats: store.memoryStats,
  }
}

interface RecoveryParts extends Required<Omit<RecoveryOptions, 'secret'>> {
  readonly store: LazyStore
  readonly emit: EmitEvent
  readonly secret: string | undefined
}

/** The texts of one domain: shared, or of one caller. */
function recoveryIn(domain: string, parts: RecoveryParts): Recovery {
  const { store, emit, secret, keepMs, recallMs } = parts
  // Another caller's id of the same text is a different id.
  const key = secret === undefined ? undefined : createSecretKey(`${domain}\0${secret}`, 'utf8')
  const idOf = (text: string) => pruneIdOf(text, key)
  return {
    idOf,
    async keep(text, id = idOf(text), options?) {
      try {
        await store.put({ domain, id }, text, options)
        return id
      } catch (error) {
        emit('warn', 'store.unavailable', { data: { message: messageOf(error) } })
        return undefined
      }
    },
    async recall(id, { isAnswerWaiting = false } = {}) {
      if (!isPruneId(id)) return undefined
      const getting = store.open().then((found) => found.get({ domain, id }))
      return inTime(isAnswerWaiting ? Math.min(keepMs, recallMs) : recallMs, getting)
    },
    async forget(id, callIds = []) {
      const found = await store.open()
      for (const callId of callIds) await found.delete({ domain: NOTE_DOMAIN, id: callId })
      return isPruneId(id) && found.delete({ domain, id })
    },
    forCaller: (caller) => recoveryIn(domainOf(caller), parts),
    close: () => store.close(),
  }
}

interface LazyStore extends MemoryUse {
  open(): Promise<ArtifactStore>
  put(key: ArtifactKey, text: string, options?: KeepOptions): Promise<void>
  close(): Promise<void>
}

/** Opening loads code and may create folders, once: its limit is this many times that of storing. */
const OPENING_FACTOR = 4

/** Opened on first use. A blocked file operation cannot be stopped, only abandoned; so their number is limited. */
function createLazyStore(openStore: () => Promise<ArtifactStore>, putMs: number): LazyStore {
  let opened: Promise<ArtifactStore> | undefined
  let ready: ArtifactStore | undefined
  let latePuts = 0
  const open = () => {
    opened ??= openStore().then((made) => {
      ready = made
      return made
    })
    return opened
  }
  const countLate = <Value>(ms: number, work: Promise<Value>, what?: string) => {
    let isLate = false
    const settled = () => {
      if (isLate) latePuts -= 1
    }
    work.then(settled, settled)
    return inTime(ms, work, what, () => {
      isLate = true
      latePuts += 1
    })
  }
  return {
    open,
    async put(key, text, options) {
      if (latePuts >= MAX_LATE_PUTS) throw new ArtifactStoreError('the store does not answer')
      const found = ready ?? (await countLate(putMs * OPENING_FACTOR, open(), 'open'))
      await countLate(putMs, found.put(key, text, options))
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close()
    },
    memoryStats: () => ready?.memoryStats?.(),
  }
}

/** The same on every server of a team, and without the caller's name in the store. */
const domainOf = (caller: string): string =>
  `${PRUNE_DOMAIN}-${createHash('sha256').update(caller).digest('hex').slice(0, 40)}`

const inTime = <Value>(
  ms: number,
  work: Promise<Value>,
  what = 'answer',
  onLate?: () => void,
): Promise<Value> =>
  withTimeout(ms, work, (): never => {
    onLate?.()
    throw new ArtifactStoreError(`the store did not ${what} within ${ms} ms`)
  })

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')
