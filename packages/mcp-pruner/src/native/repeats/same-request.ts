// Whether a call repeats a request that was answered only in part. Asking again means that the rest is wanted.
import { type CallFacts, callFacts } from '../../clients/sessions/call-kind.js'
import type { EarlierCall } from '../../clients/sessions/conversation.js'

/** How the latest call for the same thing was answered. */
export interface EarlierAnswer {
  readonly was: 'none' | 'whole' | 'cut' | 'marked'
  /** Something may have changed since: an edit, or another command. */
  readonly isStale: boolean
  /** It was shown only in part, then or before. */
  readonly wasCut: boolean
}

const CUT =
  /\[[^\n]*\b(?:\d+ of \d+ lines (?:cut|not shown)\b|only \d+ of \d+ (?:items|members|lines)\b[^\n]* shown)/
const MARKED = /\[[^\n]*\b\d+ of \d+ lines repeated\b/
/** The end of an output, where our note would be. */
const NOTE_CHARS = 1000

export function earlierAnswer(calls: readonly EarlierCall[], facts: CallFacts): EarlierAnswer {
  const found = calls.map(({ name, input, output }) => ({ facts: callFacts(name, input), output }))
  const last = found.findLastIndex((call) => call.output !== undefined && isSame(call.facts, facts))
  const isStale = found.slice(last + 1).some(({ facts: { kind } }) => changesThings(kind))
  const wasCut = found.some(
    (call) => isSame(call.facts, facts) && howShown(call.output) !== 'whole',
  )
  return { was: last === -1 ? 'none' : howShown(found[last]?.output), isStale, wasCut }
}

const changesThings = (kind: CallFacts['kind']): boolean => kind === 'edit' || kind === 'shell'

function howShown(output = ''): 'whole' | 'cut' | 'marked' {
  const end = output.slice(-NOTE_CHARS)
  if (MARKED.test(end)) return 'marked'
  return CUT.test(end) ? 'cut' : 'whole'
}

/** For a file, every read in any range: the other lines may be wanted. */
function isSame(a: CallFacts, b: CallFacts): boolean {
  if (a.kind !== b.kind) return false
  if (a.kind === 'read') return a.path !== undefined && a.path === b.path
  return a.command === b.command && a.pattern === b.pattern && a.path === b.path
}
