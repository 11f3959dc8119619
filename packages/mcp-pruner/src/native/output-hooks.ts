// Gemini CLI, Copilot CLI and opencode: the output is replaced after the call, failing commands included.
import { isRecord, textField } from '../clients/sessions/session-event.js'
import { planForCommand } from './command-policy.js'
import type { HookInput } from './hook-input.js'
import type { HookAnswer, NativeContext } from './native-context.js'
import { nativeQuestion } from './native-question.js'
import { wordsOf } from './native-words.js'
import { isPruned } from './prune-native.js'
import { copilotOutputFolder, readSavedOutput } from './saved-output.js'
import { showOutput } from './show-output.js'
import { MIN_BYTES } from './watch-script.js'

/** What a client wraps around an output: it stays as it is, around what is left of the output. */
interface Framed {
  readonly before: string
  readonly text: string
  readonly after: string
}

export async function geminiAfter(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  const { response } = hook
  const whole = isRecord(response) ? textField(response.llmContent) : undefined
  const output = await replaced(hook, context, whole, geminiFrame)
  // Shown to the model as an error's text; it is the only way there is.
  return output === undefined ? undefined : { decision: 'deny', reason: output }
}

/** `Output: …` and then lines such as `Exit Code: 3`, inside a tag. */
function geminiFrame(whole: string): Framed {
  const start = /^(?:<\w+>\n)?(?:Command: [^\n]*\n|Directory: [^\n]*\n)*Output: /.exec(whole)?.[0]
    .length
  if (start === undefined) return { before: '', text: whole, after: '' }
  const tail =
    /(?:\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]*)*(?:\n<\/\w+>)?\s*$/.exec(
      whole,
    )
  const end = Math.max(start, tail?.index ?? whole.length)
  return {
    before: whole.slice(0, start),
    text: whole.slice(start, end),
    after: whole.slice(end).replace(/^\n/, ''),
  }
}

export async function copilotAfter(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  const { response } = hook
  if (!isRecord(response)) return undefined
  const given = textField(response.textResultForLlm)
  const whole = given === undefined ? undefined : await copilotWhole(given)
  const output = await replaced(hook, context, whole, copilotFrame)
  if (output === undefined) return undefined
  return {
    modifiedResult: { resultType: response.resultType ?? 'success', textResultForLlm: output },
  }
}

/** A long output has been put into a file, and the first of it is given with the file's name. */
async function copilotWhole(given: string): Promise<string> {
  const path = /^Output too large[^\n]*Saved to: (\S+)$/m.exec(given)?.[1]
  const folder = path === undefined ? undefined : copilotOutputFolder(path)
  if (path === undefined || folder === undefined) return given
  const text = await readSavedOutput({ path, folder, given })
  const end = /\n<[^\n]*exit code \d+>\s*$/.exec(given)?.[0] ?? ''
  return text === undefined ? given : text + end
}

function copilotFrame(whole: string): Framed {
  const end = /\n?<(?:shellId: \S+ completed|exited) with exit code \d+>\s*$/.exec(whole)
  const at = end?.index ?? whole.length
  return { before: '', text: whole.slice(0, at), after: whole.slice(at).replace(/^\n/, '') }
}

export async function opencodeAfter(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  const output = await replaced(hook, context, textField(hook.response), opencodeFrame)
  return output === undefined ? undefined : { output }
}

/** A file's lines stand between two tags, each with its number. */
function opencodeFrame(whole: string): Framed {
  const found = /^([\s\S]*?<content>\n)([\s\S]*?)(\n\n?\([^\n]*\)\n<\/content>[\s\S]*)$/.exec(whole)
  if (!found) return { before: '', text: whole, after: '' }
  return { before: found[1] ?? '', text: found[2] ?? '', after: found[3] ?? '' }
}

async function replaced(
  hook: HookInput,
  context: NativeContext,
  whole: string | undefined,
  frame: (whole: string) => Framed,
): Promise<string | undefined> {
  const { facts } = hook
  if (whole === undefined || whole.length < MIN_BYTES || facts.kind === 'edit') return undefined
  if (facts.kind === 'other') return undefined
  if (facts.kind === 'shell') {
    const { rawCommands } = context.settings
    const plan = planForCommand(facts.command ?? '', { rawCommands, isBackground: false })
    if (plan.do === 'pass') return undefined
  }
  // A range that was asked for is wanted whole.
  const isRange = facts.kind === 'read' && facts.isRange
  const asked = isRange ? undefined : nativeQuestion(facts, await wordsOf(hook, context))
  const held = await context.heldBefore(hook, context)
  const { before, text, after } = frame(whole)
  const output = { text, facts, asked, held, inShell: false }
  const pruned = await showOutput(output, context)
  const call = { ...hook, ...(asked && { question: asked.question }) }
  if (!isPruned(pruned)) {
    if (asked) context.passed(call, text, pruned)
    return undefined
  }
  context.replaced(call, text, pruned)
  return before + pruned.text + after
}
