// What `mcp-pruner replay` is made of, for a benchmark that counts outputs one by one.

export { MIN_OUTPUT_SIZE } from '../../clients/hook-names.js'
export { callFacts } from '../../clients/sessions/call-kind.js'
export { clientOfSession } from '../../clients/sessions/client-of-session.js'
export type { EarlierCall } from '../../clients/sessions/conversation.js'
export { readSession } from '../../clients/sessions/read-session.js'
export { type RecordedCall, recordedCalls } from '../../clients/sessions/recorded-calls.js'
export type { DatedEvent } from '../../clients/sessions/session-event.js'
export { earlierTexts } from '../../native/repeats/earlier-calls.js'
export { markRepeats } from '../../native/repeats/mark-repeats.js'
export { PUBLISHED_PRICES } from '../prices/published-prices.js'
export {
  EDITS_WITHIN_CALLS,
  type LaterEvents,
  laterUse,
  namesIn,
  QUOTED_WITHIN_MESSAGES,
} from './later-use.js'
export { plainOutput } from './numbered-output.js'
export { createRecordedPruner, type PrunedRecord } from './prune-recorded.js'
export { RepeatedOutputs } from './repeated-outputs.js'
export { costOfCarrying, costOfSession, savedBy } from './session-cost.js'
export { type OutputPlace, SessionTurns } from './session-turns.js'
