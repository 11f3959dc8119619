// Codex: a command is wrapped before it runs, because the hook after it sees only the first 10,000 characters.

import { execFile } from 'node:child_process'
import type { HookAnswer } from '../clients/output-hook.js'
import { planForCommand } from './command-policy.js'
import type { HookInput } from './hook-input.js'
import type { NativeContext } from './native-context.js'
import { beginLine, wrapping } from './shell-scripts.js'

/**
 * Then it is shown as it comes, raw: Codex returns the output so far after ten seconds and polls again, or, with its
 * older shell tool, ends the command, and a hook is not told which.
 */
export const SHOW_AFTER_S = 8

export async function codexBefore(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  const { command } = hook.facts
  if (hook.facts.kind !== 'shell' || command === undefined || !context.canWrap) return undefined
  // Where every command needs approval, a changed one would be shown differently to the user.
  if (hook.permissionMode === 'untrusted') return undefined
  const { rawCommands } = context.settings
  const plan = planForCommand(command, { rawCommands, isBackground: false })
  if (plan.do === 'pass' || (plan.do === 'after' && plan.ownsShell)) return undefined
  if (!(await isUnderstood(command, context.signal))) return undefined
  const token = context.pending.add(hook)
  const { dataFolder, settings } = context
  const begin = beginLine(dataFolder, wrapping(token, SHOW_AFTER_S, settings.waitMs))
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: { command: `${begin}${command}` },
    },
  }
}

/** Words, quoted texts without expansions and redirections, in pipes or sequences: every shell can parse these. */
const WORD = String.raw`(?:(?:[\w./:=,@%+*?~^-]|'[^']*'|"[^"$\\\x60!]*")+|\d?>>?(?:&\d|[\w./-]+))`
const KEYWORDS =
  'if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|time|coproc|in'
const CALL = String.raw`(?!(?:${KEYWORDS})\b)${WORD}(?: +${WORD})*`
const SIMPLE = new RegExp(String.raw`^${CALL}(?: *(?:&&|\|\||[|;]) *${CALL})*$`)

/**
 * A shell prints the line that it cannot parse, and ours would be in it. Without bash this is not checked. Most commands
 * need no check.
 */
function isUnderstood(command: string, signal: AbortSignal): Promise<boolean> {
  if (SIMPLE.test(command)) return Promise.resolve(true)
  return new Promise((resolve) => {
    execFile('bash', ['-n', '-c', command], { signal }, (error) =>
      resolve(error === null || typeof error.code !== 'number'),
    )
  })
}
