/** Tokens of a mark of a cut (see render/marks.ts), its line ending included. */
export const MARK_TOKENS = 3.5
