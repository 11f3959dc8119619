// The output of a call that a client's hook may replace, for the clients that replace whole texts.

import { shownPartOf } from '../ask/closing-line.js'
import { MIN_OUTPUT_SIZE } from '../clients/hook-names.js'
import { type Framed, unframed } from '../clients/output-hook.js'
import { planForCommand } from './command-policy.js'
import type { HookInput } from './hook-input.js'
import type { NativeContext } from './native-context.js'
import { nativeQuestion } from './native-question.js'
import { wordsOf } from './native-words.js'
import { isPruned } from './prune-native.js'
import { showOutput } from './show-output.js'

export interface ReplaceOptions {
  /** Absent: the output alone. */
  readonly frame?: (whole: string) => Framed
  /** All of it is wanted: only repeats of the conversation are left out. */
  readonly isWanted?: boolean
  /** The model can recover cut lines by a command. */
  readonly inShell?: boolean
}

/** `undefined`: no change. */
export async function replacedOutput(
  hook: HookInput,
  context: NativeContext,
  whole: string | undefined,
  { frame = unframed, isWanted: isAllWanted = false, inShell = false }: ReplaceOptions = {},
): Promise<string | undefined> {
  const { facts, isOwn } = hook
  if (whole === undefined || whole.length < MIN_OUTPUT_SIZE || !mayReplace(hook, context))
    return undefined
  const { before, text, after, firstLine = unnumberedStart(hook) } = frame(whole)
  // An explicit range is shown whole, and so is the output of our own tools without a question. An output may have been
  // pruned already: by the hook of a second install, or by `mcp-pruner prune` in the command.
  const isRange = facts.kind === 'read' && facts.isRange
  const isWanted = isAllWanted || isRange || isOwn || shownPartOf(text) !== 'whole'
  const [words, earlierCalls] = await Promise.all([
    isWanted ? {} : wordsOf(hook, context),
    context.previousOutputs(hook, context),
  ])
  const wasCut = earlierCalls === undefined && context.cutBefore.has(hook)
  const query = isWanted || wasCut ? undefined : nativeQuestion(facts, words)
  const output = {
    text,
    facts,
    query,
    earlierCalls,
    inShell,
    ...(firstLine && { firstLine }),
  }
  const pruned = await showOutput(output, context)
  const call = { ...hook, ...(query && { question: query.question }) }
  if (!isPruned(pruned)) {
    if (query) context.passed(call, text, pruned)
    return undefined
  }
  context.cutBefore.add(hook)
  context.replaced(call, text, pruned)
  return before + pruned.text + after
}

/** Copilot does not number lines, nor do our tools: a range's lines start at its first line. */
function unnumberedStart({ facts, isOwn }: HookInput): number | undefined {
  if (facts.kind !== 'read') return undefined
  return isOwn ? (facts.firstLine ?? 1) : facts.isRange ? facts.firstLine : undefined
}

function mayReplace({ facts, isOfServer }: HookInput, { settings }: NativeContext): boolean {
  if (facts.kind === 'edit') return false
  if (facts.kind === 'other') return isOfServer
  if (facts.kind !== 'shell') return true
  const { rawCommands } = settings
  return planForCommand(facts.command ?? '', { rawCommands, isBackground: false }).do !== 'pass'
}
