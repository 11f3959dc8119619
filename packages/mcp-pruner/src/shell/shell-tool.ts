// The shell's text as a tool of the pipeline, so that it is guarded, pruned, stored and recorded like the
// output of any other.
import type { PruningMetadata } from '@jeeves/contracts'
import type { PruneTextRequest } from '../ask/ask-request.js'
import type { Tool } from '../call/tool.js'
import { numbered } from '../store/recover-lines.js'
import { withNotes } from '../tools/own-tool.js'
import type { ShellText } from './shell-sources.js'

export interface ShellArgs extends ShellText {
  readonly question: string
  readonly maxTokens?: number
  /** Number each line. */
  readonly numbers?: boolean
  readonly widen?: PruneTextRequest['widen']
}

export interface ShellAnswer {
  /** The answer with its closing line. */
  readonly text: string
  readonly pruning: PruningMetadata
  /** The format in which the pipeline records answers. */
  readonly content: { readonly type: 'text'; readonly text: string }[]
}

/** The text exists before the call; only pruning takes time, and it has its own limit. */
const TIME_LIMIT_MS = 300_000

export const shellTool: Tool<ShellArgs, string, ShellAnswer> = {
  name: 'prune',
  parse: (input) => ({ ok: true, args: input as ShellArgs, unknownKeys: [] }),
  timeLimitMs: () => TIME_LIMIT_MS,
  recoverBy: 'command',
  timeLimitHint: 'PRUNER_TIMEOUT_MS bounds the pruning',
  focusQuestion: ({ question }) => question,
  reads: ({ fileName, context }) => ({ what: fileName ?? context ?? 'stdin' }),
  run: async ({ text, fileName, context, maxTokens, numbers = false, widen }) => ({
    raw: text,
    text,
    apply: (pruned) => pruned.text,
    ...(fileName !== undefined && { fileName }),
    requestOptions: {
      ...(context !== undefined && { context }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(numbers && { view: { style: 'model', numbers } as const }),
      ...(widen && { widen }),
    },
  }),
  shape: ({ args, raw = '', pruning, notes }) => {
    const shown = args.numbers && raw === args.text ? wholeNumbered(raw) : raw
    const text = withNotes(shown, notes)
    return { text, pruning, content: [{ type: 'text', text }] }
  },
}

function wholeNumbered(text: string): string {
  if (text === '') return text
  const [end = ''] = /\n?$/.exec(text) ?? []
  return `${numbered(text.slice(0, text.length - end.length), 1)}${end}`
}
