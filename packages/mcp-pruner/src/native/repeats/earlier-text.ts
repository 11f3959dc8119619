// A text in the conversation: an output as the model was shown it, or a text that it wrote itself in an edit.

export interface EarlierText {
  /** As a mark names it: `your read of price.ts`. */
  readonly label: string
  readonly text: string
  /** Number of the text's first line in its source; line numbers in the text take precedence. */
  readonly firstLine?: number
}
