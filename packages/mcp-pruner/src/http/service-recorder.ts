// What the service writes to the ledger. Its callers are programs, so there is no project and no client to
// name, and one run of the service is one session.
import { createRecordCall, recordLater } from '../call/record-call.js'
import { type Ledger, newSessionId } from '../ledger/ledger.js'
import type { CallNotes } from '../store/recovery.js'
import { HEALTH } from './tools/service-definitions.js'

/** Under load, several calls are written to the ledger's file at once. */
const LATER_MS = 25

/** No `notes` where nobody can read them: in the memory of this process. */
export function createServiceRecorder(ledger: Ledger, notes: CallNotes | undefined) {
  const place = { entryPoint: 'service', session: newSessionId(), project: '(service)' } as const
  const record = createRecordCall(ledger, notes, place)
  return recordLater((call) => {
    // Health checks do not count as use.
    if (call.tool !== HEALTH.name) record(call)
  }, LATER_MS)
}
