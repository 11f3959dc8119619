// The answer to a hook, by client. `{}` says nothing: the client goes on as if there were no hook.
import { resolve } from 'node:path'
import { claudeAfter, claudeBefore } from './claude-hooks.js'
import { codexBefore } from './codex-hook.js'
import type { HookInput } from './hook-input.js'
import type { HookAnswer, NativeContext } from './native-context.js'
import { opencodeAfter, pluginAfter } from './opencode-hook.js'
import { copilotAfter, geminiAfter } from './output-hooks.js'

type AnswerHook = (hook: HookInput, context: NativeContext) => Promise<HookAnswer | undefined>

const ANSWERS: Readonly<Record<string, AnswerHook>> = {
  claude: (hook, context) =>
    hook.event === 'PreToolUse' ? claudeBefore(hook, context) : claudeAfter(hook, context),
  codex: codexBefore,
  gemini: geminiAfter,
  copilot: copilotAfter,
  opencode: opencodeAfter,
  kilo: opencodeAfter,
  cline: pluginAfter,
  amp: pluginAfter,
}

export async function answerHook(hook: HookInput, context: NativeContext): Promise<HookAnswer> {
  const { settings, emit } = context
  if (!settings.on || isRawPath(hook, settings.rawPaths)) return {}
  try {
    const answer = Object.hasOwn(ANSWERS, hook.client) ? ANSWERS[hook.client] : undefined
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
  return rawPaths.some((raw) => {
    const folder = resolve(raw)
    const file = resolve(path)
    return file === folder || file.startsWith(`${folder}/`)
  })
}
