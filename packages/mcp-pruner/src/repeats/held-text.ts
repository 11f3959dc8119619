// What a conversation holds: outputs as the model was shown them, and texts that it wrote itself in edits.

export interface HeldText {
  /** As a mark names it: `your read of price.ts`. */
  readonly label: string
  readonly text: string
  /** Number of the text's first line in what it was taken from; its own line numbers count before it. */
  readonly firstLine?: number
}
