// Which reads of whole files are shown in part, by what that is expected to cost. A line that is missing costs a turn and
// the run that it stands in; a token that is not shown is saved in every turn that follows. Found on recorded reads:
// bench/results/native.md.

/** An agent that is going to change a file needs to see it as it is. */
const ABOUT_TO_EDIT =
  /\b(?:edit|change|modify|update|fix|replace|rename|refactor|rewrite|implement|insert|append|add|remove|delete)\b/i

export const isAboutToEdit = (said: string): boolean => ABOUT_TO_EDIT.test(said)

/** Of the file with its numbers, by characters; what is expected to be missed the engine has weighed already. */
const MAX_SHARE_OF_READ = 0.85

/** Judged before the file is looked at: nothing is known of what a silent agent looks for. */
export const mayCutRead = (said: string): boolean => said.trim() !== '' && !isAboutToEdit(said)

export const isWorthCutting = (chars: number, shown: number): boolean =>
  shown <= chars * MAX_SHARE_OF_READ
