// How dearly a line is held: selection gives up the cheapest first, and only for a budget.

export const Protection = {
  None: 0,
  /** Imports, a file's header, a signature or heading that may enclose nothing kept. */
  Outline: 1,
  /** The first and last line of an output. */
  Preamble: 2,
  /** A line within a stack, or the one that evidence stands under. */
  Context: 3,
  /** Errors and failures. */
  Evidence: 4,
  /** Between the directives that forbid pruning. */
  Forbidden: 5,
} as const
