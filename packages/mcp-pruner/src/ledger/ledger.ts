// The one ledger that every entry point writes to. Writing never fails a call: an unwritable disk costs a
// warning, once.
import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { EmitEvent } from '../process/events.js'
import type { LedgerSettings } from '../settings/ledger-settings.js'
import { foldLedger } from './fold-ledger.js'
import { type EntryPoint, type LedgerEntry, lineOf, shortHash } from './ledger-entry.js'
import { LedgerFiles } from './ledger-files.js'

/** The caller. */
export interface Caller {
  readonly entryPoint: EntryPoint
  readonly session: string
  readonly client: string | undefined
  readonly project: string
}

export interface CalledEntry {
  readonly tool: string
  /** The wrapped server that the tool is of. */
  readonly server?: string | undefined
  /** Tokens. */
  readonly raw: number
  readonly shown: number
  readonly question: number
  /** Any string that identifies what was read or run, and the requested lines. */
  readonly reads?: { readonly what: string; readonly from?: number; readonly to?: number }
  readonly pruneId?: string | undefined
  readonly eligible?: boolean
  readonly held?: boolean
  readonly expectedMiss?: number | undefined
}

export interface Ledger {
  /** The tool list that the session's model pays for; counted once, however often it is requested. */
  listed(caller: Caller, tokens: number): void
  /** Returns the id for the call's note. */
  called(caller: Caller, call: CalledEntry): string
  /** `tool` is used if the call itself was not cut by a question. */
  recovered(caller: Caller, pruneId: string, tokens: number, tool?: string): void
  /** Whether this call passes raw, at random. */
  readonly drawsHoldout: () => boolean
}

export const newSessionId = (): string => randomUUID()

export const ledgerFiles = (cacheFolder: string): LedgerFiles =>
  new LedgerFiles(join(cacheFolder, 'ledger'))

/** `gathers`: consecutive entries are written together, a moment later. */
export function openLedger(
  settings: LedgerSettings,
  emit: EmitEvent,
  { gathers = false }: { readonly gathers?: boolean } = {},
): Ledger {
  const { isOn, holdout } = settings
  const files = ledgerFiles(settings.cacheFolder)
  const sessionsListed = new Set<string>()
  const write = isOn ? createWriter(files, emit, gathers) : () => {}

  return {
    listed(caller, tokens) {
      if (sessionsListed.has(caller.session)) return
      sessionsListed.add(caller.session)
      write({ kind: 'session', ...placeOf(caller), list: Math.round(tokens) })
    },
    called(caller, call) {
      const { tool, server, raw, shown, question } = call
      const { reads, pruneId, eligible, held, expectedMiss } = call
      const id = `call_${randomUUID()}`
      write({
        kind: 'call',
        ...placeOf(caller),
        id,
        tool,
        ...(server !== undefined && { server }),
        raw: Math.round(raw),
        shown: Math.round(shown),
        question: Math.round(question),
        ...(reads && { what: shortHash(reads.what) }),
        ...(reads?.from !== undefined && { from: reads.from }),
        ...(reads?.to !== undefined && { to: reads.to }),
        ...(pruneId !== undefined && { prune: pruneId }),
        ...(eligible && { eligible }),
        ...(held && { held }),
        ...(expectedMiss !== undefined && { expectedMiss: round(expectedMiss) }),
      })
      return id
    },
    recovered(caller, prune, tokens, tool) {
      const named = tool === undefined ? {} : { tool }
      write({ kind: 'recovered', ...placeOf(caller), prune, tokens: Math.round(tokens), ...named })
    },
    drawsHoldout: () => isOn && holdout > 0 && randomInt(1_000_000) < holdout * 1_000_000,
  }
}

function createWriter(files: LedgerFiles, emit: EmitEvent, gathers: boolean) {
  let hasWarned = false
  let gathered = ''

  function append(lines: string): void {
    try {
      if (files.append(lines).isNewFile) foldLedger(files)
    } catch (error) {
      if (!hasWarned) {
        emit('warn', 'ledger.not_written', { data: { message: (error as Error).message } })
      }
      hasWarned = true
    }
  }

  function flush(): void {
    const lines = gathered
    gathered = ''
    append(lines)
  }

  return (entry: LedgerEntry): void => {
    if (!gathers) return append(lineOf(entry))
    if (gathered === '') queueMicrotask(flush)
    gathered += lineOf(entry)
  }
}

/** Enough to sum it up. */
const round = (value: number): number => Math.round(value * 1000) / 1000

const placeOf = ({ entryPoint, session, client = 'unknown', project }: Caller) => ({
  at: Date.now(),
  session,
  entryPoint,
  client,
  project,
})
