// Which reads of whole files are shown in part, by what that is expected to cost. A line that is missing costs a turn and
// the run that it stands in; a token that is not shown is saved in every turn that follows. Found on recorded reads:
// bench/results/native.md.

/** An agent that is going to change a file needs to see it as it is. */
const ABOUT_TO_EDIT =
  /\b(?:edit|change|modify|update|fix|replace|rename|refactor|rewrite|implement|insert|append|add|remove|delete)\b/i

export const isAboutToEdit = (said: string): boolean => ABOUT_TO_EDIT.test(said)

/** Characters that must be saved: two reads of three lack a line, and fewer would not pay for the turn. */
const MIN_SAVED = 5000
/** Of the file, by characters. */
export const MAX_SHARE_OF_READ = 0.6

/** Judged before the file is looked at: nothing is known of what a silent agent looks for. */
export const mayCutRead = (said: string, chars: number): boolean =>
  chars > MIN_SAVED && said.trim() !== '' && !isAboutToEdit(said)

export const isWorthCutting = (chars: number, shown: number): boolean =>
  chars - shown >= MIN_SAVED && shown <= chars * MAX_SHARE_OF_READ
