// Which reads of whole files are shown in part, by what that is expected to cost: bench/results/native.md.

/** An agent that is going to change a file needs to see it as it is. */
const ABOUT_TO_EDIT =
  /\b(?:edit|change|modify|update|fix|replace|rename|refactor|rewrite|implement|insert|append|add|remove|delete)\b/i

export const isAboutToEdit = (said: string): boolean => ABOUT_TO_EDIT.test(said)

/** Shorter files cost little to read whole. */
const MIN_CHARS = 6000
/** Of the file, by characters. */
const MAX_SHARE = 0.5

export function mayCutRead(said: string, chars: number): boolean {
  return chars >= MIN_CHARS && said.trim() !== '' && !isAboutToEdit(said)
}

export const MAX_SHARE_OF_READ = MAX_SHARE
