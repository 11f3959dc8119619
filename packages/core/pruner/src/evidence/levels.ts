// The protection of a line: selection gives up the lowest level first, and only for a budget.

export const Protection = {
  None: 0,
  /** Imports, a file's header, a signature or heading that may enclose nothing kept. */
  Outline: 1,
  /** The first and last line of an output. */
  Preamble: 2,
  /** A line within a stack, or the heading above evidence. */
  Context: 3,
  /** Errors and failures. */
  Evidence: 4,
  /** Between the directives that forbid pruning. */
  Forbidden: 5,
} as const
