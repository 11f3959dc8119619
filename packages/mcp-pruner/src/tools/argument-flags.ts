// Tool arguments on the command line: how each is written, with its help. Apart from argument-table.ts, because `prune`
// starts without the schemas.
import type { ArgumentName } from './argument-table.js'

export const ARGUMENT_FLAGS = {
  context_focus_question: { QUESTION: 'What you want to know' },
  max_tokens: {
    '--max-tokens N': 'Show at most this many tokens in all (estimated; 60 or more)',
  },
  prune_id: { ID: 'The prn_… that ends a pruned answer' },
  ranges: {
    '[RANGE]...':
      'Lines such as 120-154, or the number in a mark for the run cut just before that line; without any, everything',
  },
  include_line_numbers: { '--numbers': 'Print line numbers' },
} as const satisfies Partial<Record<ArgumentName, Readonly<Record<string, string>>>>
