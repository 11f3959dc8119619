// What the service writes to the ledger. Its callers are programs, so there is no project and no client to
// name, and one run of the service is one session.
import { createRecordCall, type RecordCall } from '../call/record-call.js'
import type { CallNotes } from '../recovery/recovery.js'
import { type Ledger, newSessionId } from '../stats/ledger.js'
import { HEALTH } from './tools/service-definitions.js'

export function createServiceRecorder(ledger: Ledger, notes: CallNotes): RecordCall {
  const place = { door: 'service', session: newSessionId(), project: '(service)' } as const
  const record = createRecordCall(ledger, notes, place)
  return (call) => {
    // Health checks do not count as use.
    if (call.tool !== HEALTH.name) record(call)
  }
}
