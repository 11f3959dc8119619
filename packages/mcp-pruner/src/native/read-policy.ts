// Which reads of whole files are shown in part, by expected cost. A missing line costs a turn and
// its cut run; a token that is not shown is saved in every later turn. Tuned on recorded reads:
// bench/results/native.md.

/** An agent that is about to edit a file needs to see it unchanged. */
const ABOUT_TO_EDIT =
  /\b(?:edit|change|modify|update|fix|replace|rename|refactor|rewrite|implement|insert|append|add|remove|delete)\b/i

export const isAboutToEdit = (said: string): boolean => ABOUT_TO_EDIT.test(said)

/** Of the file with its numbers, in characters; the engine has already accounted for expected misses. */
const MAX_SHARE_OF_READ = 0.85

/** Decided before the file is opened: nothing is known about what a silent agent looks for. */
export const mayCutRead = (said: string): boolean => said.trim() !== '' && !isAboutToEdit(said)

export const isWorthCutting = (chars: number, shown: number): boolean =>
  shown <= chars * MAX_SHARE_OF_READ

/** What one line that is missing costs beside the run that it stands in: about a thousand tokens for a turn. */
const TURN_CHARS = 4000

/** Of a short file a cut saves less than the turn that a missing line costs, and most such cuts lack one. */
export const paysForMisses = (savedChars: number, expectedMiss = 0): boolean =>
  savedChars >= expectedMiss * TURN_CHARS
