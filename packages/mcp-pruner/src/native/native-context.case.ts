// For tests: a context in which the engine shows the first line alone, and what it was told can be seen.
import { CutBefore } from './cut-before.js'
import { readHookInput } from './hook-input.js'
import { ModuleSessions } from './module-sessions.js'
import type { NativeCall, NativeContext } from './native-context.js'
import { PendingCalls } from './pending-calls.js'
import type { NativeOutput, PrunedOutput } from './prune-native.js'

export interface StubContext extends NativeContext {
  /** What the engine was given. */
  readonly asked: NativeOutput[]
  readonly log: { readonly did: string; readonly call: NativeCall; readonly text: string }[]
}

export const METADATA = {
  attempted: true,
  applied: true,
  fallback: false,
  raw_bytes: 2500,
  prune_id: 'prn_KEPT',
  original_lines: 100,
  kept_lines: 1,
  pruned_lines: 99,
}

export function stubContext(more: Partial<NativeContext> = {}): StubContext {
  const asked: NativeOutput[] = []
  const log: StubContext['log'] = []
  const note = (did: string) => (call: NativeCall, text: string) =>
    void log.push({ did, call, text })
  return {
    asked,
    log,
    dataFolder: '/data',
    env: {},
    settings: { on: true, rawCommands: [], rawPaths: [], waitMs: 1000 },
    pending: new PendingCalls(),
    modules: new ModuleSessions({}),
    canWrap: true,
    prune: (output) => {
      asked.push(output)
      return Promise.resolve(firstLine(output))
    },
    keep: () => Promise.resolve('prn_KEPT'),
    keepShown: () => Promise.resolve('prn_SHOWN'),
    previousOutputs: () => Promise.resolve(undefined),
    cutBefore: new CutBefore(),
    replaced: note('replaced'),
    narrowed: note('narrowed'),
    passed: note('passed'),
    emit: () => {},
    signal: new AbortController().signal,
    ...more,
  }
}

function firstLine({ text }: NativeOutput): PrunedOutput {
  const shown = `${text.split('\n')[0]} [cut]\n`
  return { text: shown, pruneId: 'prn_KEPT', metadata: METADATA, keptLines: [1] }
}

/** A hook of Claude Code after a call of its Bash tool, unless something else is said. */
export function hookOf(fields: object) {
  const hook = readHookInput({
    client: 'claude',
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_use_id: 'c1',
    session_id: 's',
    transcript_path: '/record.jsonl',
    said: 'Where is the price rounded?',
    ...fields,
  })
  if (!hook) throw new Error('no hook')
  return hook
}

export const linesOf = (count: number, first = 'line 1 of a long output'): string =>
  [first, ...Array.from({ length: count - 1 }, (_, at) => `line ${at + 2} of a long output`)].join(
    '\n',
  )
