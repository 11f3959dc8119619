// The output of a call that a client's hook may replace, for the clients that replace whole texts.
import { planForCommand } from './command-policy.js'
import type { HookInput } from './hook-input.js'
import type { NativeContext } from './native-context.js'
import { nativeQuestion } from './native-question.js'
import { wordsOf } from './native-words.js'
import { isPruned } from './prune-native.js'
import { showOutput } from './show-output.js'
import { MIN_BYTES } from './watch-script.js'

/** The client's text around an output: it stays, around the pruned output. */
export interface Framed {
  readonly before: string
  readonly text: string
  readonly after: string
  /** Number of the first line in its file, if the lines carry no numbers. */
  readonly firstLine?: number
}

export const unframed = (text: string): Framed => ({ before: '', text, after: '' })

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
  if (whole === undefined || whole.length < MIN_BYTES || !mayReplace(hook, context))
    return undefined
  // An explicit range is shown whole, and so is the output of our own tools without a question.
  const isRange = facts.kind === 'read' && facts.isRange
  const isWanted = isAllWanted || isRange || isOwn
  const [words, held] = await Promise.all([
    isWanted ? {} : wordsOf(hook, context),
    context.heldBefore(hook, context),
  ])
  const wasCut = held === undefined && context.cutBefore.has(hook)
  const asked = isWanted || wasCut ? undefined : nativeQuestion(facts, words)
  const { before, text, after, firstLine = unnumberedStart(hook) } = frame(whole)
  const hasMarks = isOwn && hook.input.context_focus_question !== undefined
  const output = {
    text,
    facts,
    asked,
    held,
    inShell,
    hasMarks,
    ...(firstLine && { firstLine }),
  }
  const pruned = await showOutput(output, context)
  const call = { ...hook, ...(asked && { question: asked.question }) }
  if (!isPruned(pruned)) {
    if (asked) context.passed(call, text, pruned)
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
