// Whether a call repeats a request that was answered only in part. Asking again means that the rest is wanted.
import { type ShownPart, shownPartOf } from '../../ask/closing-line.js'
import { type CallFacts, callFacts } from '../../clients/sessions/call-kind.js'
import type { EarlierCall } from '../../clients/sessions/conversation.js'

/** How the latest call for the same thing was answered. */
export interface EarlierAnswer {
  readonly was: 'none' | ShownPart
  /** Something may have changed since: an edit, or another command. */
  readonly isStale: boolean
  /** It was shown only in part, then or before. */
  readonly wasCut: boolean
}

/** Some versions of Claude Code answer a second read this way. */
export const SAYS_UNCHANGED = /^(?:Wasted call|File unchanged)/

export function earlierAnswer(calls: readonly EarlierCall[], facts: CallFacts): EarlierAnswer {
  const found = calls
    .filter(({ output = '' }) => !SAYS_UNCHANGED.test(output))
    .map(({ name, input, output }) => ({ facts: callFacts(name, input), output }))
  const last = found.findLastIndex((call) => call.output !== undefined && isSame(call.facts, facts))
  const isStale = found.slice(last + 1).some(({ facts: { kind } }) => changesThings(kind))
  const wasCut = found.some(
    (call) => isSame(call.facts, facts) && shownPart(call, facts) !== 'whole',
  )
  const answered = found[last]
  return { was: answered ? shownPart(answered, facts) : 'none', isStale, wasCut }
}

const changesThings = (kind: CallFacts['kind']): boolean => kind === 'edit' || kind === 'shell'

interface FoundCall {
  readonly facts: CallFacts
  readonly output: string | undefined
}

/** In the output of a script that ran several commands, ours may end anywhere. */
function shownPart({ facts: { command }, output = '' }: FoundCall, facts: CallFacts): ShownPart {
  return command === facts.command ? shownPartOf(output) : shownPartOf(output, output.length)
}

/** For a file, every read in any range: the other lines may be wanted. */
function isSame(a: CallFacts, b: CallFacts): boolean {
  if (a.kind !== b.kind) return false
  if (a.kind === 'read') return a.path !== undefined && a.path === b.path
  return runs(a.command, b.command) && a.pattern === b.pattern && a.path === b.path
}

/** A script of Codex lists its commands, a line each; hooks are called for each of them. */
const runs = (script: string | undefined, command: string | undefined): boolean =>
  script === command ||
  (script !== undefined && command !== undefined && `\n${script}\n`.includes(`\n${command}\n`))
