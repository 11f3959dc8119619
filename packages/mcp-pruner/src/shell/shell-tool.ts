// The shell's text as a tool of the pipeline, so that it is guarded, pruned, kept and written down like the
// output of any other.
import type { PruningMetadata } from '@jeeves/contracts'
import type { Tool } from '../call/tool.js'
import { withNotes } from '../tools/own-tool.js'
import type { ShellText } from './shell-sources.js'

export interface ShellArgs extends ShellText {
  readonly question: string
  readonly maxTokens?: number
}

export interface ShellAnswer {
  /** The answer with its closing line. */
  readonly text: string
  readonly pruning: PruningMetadata
  /** As the pipeline writes answers down. */
  readonly content: { readonly type: 'text'; readonly text: string }[]
}

/** The text is there before the call; only pruning takes time, and it has a limit of its own. */
const TIME_LIMIT_MS = 300_000

export const shellTool: Tool<ShellArgs, string, ShellAnswer> = {
  name: 'prune',
  parse: (input) => ({ ok: true, args: input as ShellArgs, unknownKeys: [] }),
  timeLimitMs: () => TIME_LIMIT_MS,
  recoverBy: 'command',
  timeLimitHint: 'PRUNER_TIMEOUT_MS bounds the pruning',
  focusQuestion: ({ question }) => question,
  reads: ({ fileName, context }) => ({ what: fileName ?? context ?? 'stdin' }),
  run: async ({ text, fileName, context, maxTokens }) => ({
    raw: text,
    text,
    apply: (pruned) => pruned.text,
    ...(fileName !== undefined && { fileName }),
    asked: {
      ...(context !== undefined && { context }),
      ...(maxTokens !== undefined && { maxTokens }),
    },
  }),
  shape: ({ raw = '', pruning, notes }) => {
    const text = withNotes(raw, notes)
    return { text, pruning, content: [{ type: 'text', text }] }
  },
}
