// What the service writes to the ledger. Its callers are programs, so there is no project and no client to
// name, and one run of the service is one session.
import { createRecordCall, type RecordedCall, recordLater } from '../call/record-call.js'
import { type Ledger, newSessionId } from '../stats/ledger.js'
import type { CallNotes } from '../store/recovery.js'
import { HEALTH } from './tools/service-definitions.js'

/** No `notes` where nobody can read them: in the memory of this process. */
export function createServiceRecorder(ledger: Ledger, notes: CallNotes | undefined) {
  const place = { door: 'service', session: newSessionId(), project: '(service)' } as const
  const { record, flush } = recordLater(createRecordCall(ledger, notes, place))
  return {
    flush,
    record: (call: RecordedCall) => {
      // Health checks do not count as use.
      if (call.tool !== HEALTH.name) record(call)
    },
  }
}
