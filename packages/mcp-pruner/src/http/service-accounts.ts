// What the service writes to the ledger. Its callers are programs, so there is no project and no client to
// name, and one run of the service is one session.
import { sampleTokens } from '@jeeves/pruner'
import { createRecordCall, type RecordCall } from '../call/record-call.js'
import type { CallNotes } from '../recovery/recovery.js'
import { type Caller, type Ledger, newSessionId } from '../stats/ledger.js'
import type { PruneCall, PruneOutcome } from './prune-service.js'

export interface ServiceAccounts {
  readonly called: (outcome: PruneOutcome, call: PruneCall) => void
  readonly recovered: (pruneId: string, text: string) => void
  readonly record: RecordCall
}

export function serviceAccounts(ledger: Ledger, notes: CallNotes): ServiceAccounts {
  const place = { door: 'service', session: newSessionId(), project: '(service)' } as const
  const caller: Caller = { ...place, client: undefined }
  return {
    called({ pruneId, stats, text, keptLines, fallback }, { request, view }) {
      const cut = stats.prunedLines > 0 && fallback === undefined
      const id = ledger.called(caller, {
        tool: view(pruneId).style === 'canonical' ? 'prune_text' : '/prune',
        raw: stats.tokensBefore,
        shown: stats.tokensAfter,
        question: sampleTokens(request.goal),
        pruneId: cut ? pruneId : undefined,
      })
      if (!cut) return
      void notes.keepNote(id, {
        question: request.goal,
        pruneId,
        keptLines,
        firstLine: 1,
        lineCount: stats.originalLines,
        answer: text,
      })
    },
    recovered: (pruneId, text) => ledger.recovered(caller, pruneId, sampleTokens(text)),
    record: createRecordCall(ledger, notes, place),
  }
}
