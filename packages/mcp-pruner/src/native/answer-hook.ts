// The answer to a hook, by client. `{}` means no change: the client continues as if there were no hook.
import { resolve } from 'node:path'
import { isInside } from '@jeeves/mcp-runtime/files'
import { MIN_OUTPUT_SIZE } from '../clients/hook-names.js'
import { type HookAnswer, unframed } from '../clients/output-hook.js'
import { clientNamed } from '../clients/registry.js'
import { claudeAfter, claudeBefore } from './claude-hooks.js'
import { claudeModuleHook, isModuleEvent } from './claude-result.js'
import { codexBefore } from './codex-hook.js'
import type { HookInput } from './hook-input.js'
import type { NativeContext } from './native-context.js'
import { replacedOutput } from './replace-output.js'

type AnswerHook = (hook: HookInput, context: NativeContext) => Promise<HookAnswer | undefined>

/** Clients whose hooks do more than to replace outputs. */
const ANSWERS: Readonly<Record<string, AnswerHook>> = { claude: answerClaude, codex: codexBefore }

async function answerAfter(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  const client = clientNamed(hook.client)?.output
  if (!client) return undefined
  const { outputOf, frame = unframed, answer } = client
  const output = await replacedOutput(hook, context, await outputOf(hook), { frame })
  return output === undefined ? undefined : answer(output, hook, context.keepShown)
}

/** Where the hooks module runs, the hooks of older versions have nothing to do. */
async function answerClaude(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  const { sessionId, callId, event } = hook
  if (isModuleEvent(event)) {
    const transcript = await context.modules.transcriptOf(sessionId)
    return claudeModuleHook({ ...hook, transcript }, context)
  }
  context.modules.noteTranscript(sessionId, hook.transcript)
  if (context.modules.isRunning(sessionId) && !context.modules.isChangedByHook(callId)) {
    if (event === 'PostToolUse' && isLarge(hook.response))
      context.modules.noteEnded(sessionId ?? '', callId)
    return undefined
  }
  const answer =
    event === 'PreToolUse' ? claudeBefore : event === 'PostToolUse' ? claudeAfter : none
  const change = await answer(hook, context)
  if (change) context.modules.noteHookChange(callId)
  return change
}

const none: AnswerHook = async () => undefined

/** Well above the sizes that the module sends. */
const isLarge = (response: unknown): boolean =>
  JSON.stringify(response ?? '').length > 3 * MIN_OUTPUT_SIZE

export async function answerHook(hook: HookInput, context: NativeContext): Promise<HookAnswer> {
  const { settings, emit } = context
  if (!settings.on || isRawPath(hook, settings.rawPaths)) return {}
  try {
    const answer = Object.hasOwn(ANSWERS, hook.client) ? ANSWERS[hook.client] : answerAfter
    return (await answer?.(hook, context)) ?? {}
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    emit('warn', 'native.failed', { data: { client: hook.client, tool: hook.tool, message } })
    return {}
  }
}

function isRawPath({ facts }: HookInput, rawPaths: readonly string[]): boolean {
  const { path } = facts
  if (path === undefined) return false
  return rawPaths.some((raw) => isInside(resolve(raw), resolve(path)))
}
