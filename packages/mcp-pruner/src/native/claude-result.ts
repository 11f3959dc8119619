// Claude Code with its hooks module: a result on its way into the conversation, and its replacement.
import { shownPartOf } from '../ask/closing-line.js'
import type { Framed, HookAnswer } from '../clients/output-hook.js'
import { readClaudeOutput } from '../clients/saved-output.js'
import { callFacts } from '../clients/sessions/call-kind.js'
import { isFields, textField } from '../clients/sessions/session-event.js'
import { visible } from '../process/visible-text.js'
import { planForCommand } from './command-policy.js'
import type { HookInput } from './hook-input.js'
import type { NativeContext } from './native-context.js'
import { nativeQuestion } from './native-question.js'
import { wordsOf } from './native-words.js'
import { isPruned, nativeClosing } from './prune-native.js'
import { replacedOutput } from './replace-output.js'
import { showAttached, showRead } from './show-read.js'

/** Event of the hooks module; the client's own hooks have other events. */
const MODULE_EVENTS = new Set(['Module', 'ToolResult', 'Attachment'])
export const isModuleEvent = (event: string): boolean => MODULE_EVENTS.has(event)

export async function claudeModuleHook(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  const { sessionId, callId, event } = hook
  if (sessionId !== undefined) context.modules.noteSent(sessionId, callId)
  let text: string | undefined
  if (event === 'Attachment') text = await shownAttachment(hook, context)
  if (event === 'ToolResult') {
    text = await shownResult(hook, context)
    context.modules.noteShown(hook, text ?? givenText(hook))
  }
  return text === undefined ? undefined : { text }
}

const givenText = ({ response }: HookInput): string | undefined =>
  isFields(response) ? textField(response.text) : undefined

/** `undefined`: no change. */
async function shownResult(hook: HookInput, context: NativeContext): Promise<string | undefined> {
  const { facts, callId } = hook
  const given = givenText(hook)
  if (given === undefined || context.modules.isChangedByHook(callId)) return undefined
  if (facts.kind === 'read' && !hook.isOwn) return showRead(hook, given, context)
  if (facts.kind !== 'shell' || hook.isOwn) return replacedOutput(hook, context, given)
  if (hook.input.run_in_background === true) return undefined
  const framed = await shellFrame(given, hook, context)
  if (!framed) return undefined
  const { before, text, after } = framed
  const shown = TRUNCATED.test(text)
    ? await withoutNumbers(hook, context, text)
    : await replacedOutput(hook, context, text)
  return shown === undefined ? undefined : `${visible(before)}${shown}${visible(after)}`
}

/** After a compaction the client attaches previously read files whole. */
async function shownAttachment(
  hook: HookInput,
  context: NativeContext,
): Promise<string | undefined> {
  const given = givenText(hook) ?? ''
  const input = attachedInput(textField(hook.input.attached) ?? '')
  const framed =
    /^(<system-reminder>\nResult of calling the Read tool:\n)([\s\S]*?)(\n<\/system-reminder>\s*)$/.exec(
      given,
    )
  if (input === undefined || !framed) return undefined
  const [, before = '', file = '', after = ''] = framed
  const facts = callFacts('Read', input)
  const text = await showAttached({ ...hook, input, facts }, file, context)
  return text === undefined ? undefined : `${before}${text}${after}`
}

function attachedInput(called: string): Readonly<Record<string, unknown>> | undefined {
  const json = /Called the Read tool with the following input: (\{.*\})\n/.exec(called)?.[1]
  try {
    const input: unknown = JSON.parse(json ?? '')
    return isFields(input) ? input : undefined
  } catch {
    return undefined
  }
}

/** The client omits the middle of a failing command's long output: line numbers after it are unknown. */
const TRUNCATED = /^\.\.\. \[\d+ characters truncated\] \.\.\.$/m

async function withoutNumbers(
  hook: HookInput,
  context: NativeContext,
  text: string,
): Promise<string | undefined> {
  const { facts } = hook
  const { rawCommands } = context.settings
  const plan = planForCommand(facts.command ?? '', { rawCommands, isBackground: false })
  const query = nativeQuestion(facts, await wordsOf(hook, context))
  if (plan.do === 'pass' || !query || shownPartOf(text) !== 'whole') return undefined
  const pruned = await context.prune({ text, facts, query, inShell: false }, context.signal)
  const call = { ...hook, question: query.question }
  if (!isPruned(pruned)) {
    context.passed(call, text, pruned)
    return undefined
  }
  context.replaced(call, text, pruned)
  const lines = text.split('\n')
  const gap = lines.findIndex((line) => TRUNCATED.test(line)) + 1
  const kept = [...new Set([...(pruned.keptLines ?? []), gap])].sort((x, y) => x - y)
  const shown = kept.flatMap((line, index) => {
    const own = lines[line - 1] ?? ''
    return line === (kept[index - 1] ?? 0) + 1 ? [own] : ['…', own]
  })
  return visible(`${shown.join('\n')}\n${nativeClosing(pruned.metadata, facts, false)}\n`)
}

/** `Exit code 3` before a failing command's output; for a long one, a preview and the name of a file. */
async function shellFrame(
  output: string,
  { transcript }: HookInput,
  { env }: NativeContext,
): Promise<Framed | undefined> {
  const before = /^Exit code \d+\n/.exec(output)?.[0] ?? ''
  const rest = output.slice(before.length)
  const end = /\n*<system-reminder>[\s\S]*$/.exec(rest)
  const text = rest.slice(0, end?.index ?? rest.length)
  const after = end?.[0] ?? ''
  const file = /^<persisted-output>\n[^\n]*Full output saved to: ([^\n]+)\n/.exec(text)?.[1]
  if (file === undefined) return { before, text, after }
  const whole = await readClaudeOutput({ path: file, given: text }, transcript, env)
  return whole === undefined ? undefined : { before, text: whole, after }
}
