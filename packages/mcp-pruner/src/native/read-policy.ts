// Which outputs are shown in part, by expected cost. A missing line costs a turn and its cut run; a token that is not
// shown is saved in every later turn. Tuned on recorded sessions: bench/results/native.md.
import { basename } from 'node:path'
import type { CallFacts } from '../clients/sessions/call-kind.js'
import type { WordsBefore } from '../clients/sessions/words-before-call.js'

/** An agent that is about to edit a file needs to see it unchanged. */
const ABOUT_TO_EDIT =
  /\b(?:edit|change|modify|update|fix|replace|rename|refactor|rewrite|implement|insert|append|add|remove|delete)\b/i

export const isAboutToEdit = (message: string): boolean => ABOUT_TO_EDIT.test(message)

/** If the agent said nothing, by the user's prompt: a change that names this file is a change of it. */
export function isBeforeEdit({ message, prompt }: WordsBefore, path: string): boolean {
  if (message.trim() !== '') return isAboutToEdit(message)
  return prompt.includes(basename(path)) && isAboutToEdit(prompt)
}

/** Of the file with its numbers, in characters; the engine has already accounted for expected misses. */
const MAX_SHARE_OF_READ = 0.85

export const isWorthCutting = (chars: number, shown: number): boolean =>
  shown <= chars * MAX_SHARE_OF_READ

/** Characters that a cut must save for each line that is expected to be missing: about what one more turn costs. */
const SAVED_PER_MISS = 3000
/** In a file that a command prints. */
const SAVED_PER_MISS_IN_PRINT = 4500
const SAVED_PER_MISS_IN_READ = 4000
/** The user's prompt alone says less about what is looked for in a file. */
const SAVED_PER_MISS_BY_PROMPT = 8000

export interface PrunedBy {
  readonly kind: CallFacts['kind']
  /** The agent said something about the call; otherwise the question is the user's prompt. */
  readonly isFromAgent: boolean
  readonly command?: string | undefined
}

/** `sed -n 1,200p FILE`, `nl -ba FILE | sed -n …`, `cat FILE`: a part of a file is printed to work on it. */
const PRINTS_FILE = /^\s*(?:(?:cat|nl)\s[^|;&<>]*\|\s*)?(?:sed\s+-n|cat|nl|head|tail)\s[^|;&<>]*$/

/** Of a short text a cut saves less than the turn that a missing line costs, and many such cuts lack one. */
export function paysForMisses(
  savedChars: number,
  expectedMiss: number,
  { kind, isFromAgent, command = '' }: PrunedBy,
): boolean {
  const perReadMiss = isFromAgent ? SAVED_PER_MISS_IN_READ : SAVED_PER_MISS_BY_PROMPT
  const perMiss = PRINTS_FILE.test(command) ? SAVED_PER_MISS_IN_PRINT : SAVED_PER_MISS
  return savedChars >= expectedMiss * (kind === 'read' ? perReadMiss : perMiss)
}
