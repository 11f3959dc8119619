// Whether a call asks again for what an earlier one was shown only a part of. Who asks again wants to see it.
import { type CallFacts, callFacts } from '../clients/sessions/call-kind.js'
import type { HeldCall } from '../clients/sessions/conversation.js'

/** How the latest call for the same thing was answered: `whole` also when there was none. */
export interface EarlierAnswer {
  readonly was: 'none' | 'whole' | 'cut' | 'marked'
  /** Something may have changed since: an edit, or another command. */
  readonly isStale: boolean
}

const CUT = /\[[^\n]*\b\d+ of \d+ lines cut\b/
const MARKED = /\[[^\n]*\b\d+ of \d+ lines repeated\b/
/** At the end of an output, where a note of ours stands. */
const NOTE_CHARS = 1000

export function earlierAnswer(calls: readonly HeldCall[], facts: CallFacts): EarlierAnswer {
  let isStale = false
  for (const call of calls.toReversed()) {
    const earlier = callFacts(call.name, call.input)
    if (call.output !== undefined && isSame(earlier, facts)) {
      const end = call.output.slice(-NOTE_CHARS)
      return { was: MARKED.test(end) ? 'marked' : CUT.test(end) ? 'cut' : 'whole', isStale }
    }
    isStale ||= earlier.kind === 'edit' || earlier.kind === 'shell'
  }
  return { was: 'none', isStale }
}

/** Of a file every read, whatever the range: the other lines may be what is wanted. */
function isSame(a: CallFacts, b: CallFacts): boolean {
  if (a.kind !== b.kind) return false
  if (a.kind === 'read') return a.path !== undefined && a.path === b.path
  return a.command === b.command && a.pattern === b.pattern && a.path === b.path
}
