// Claude Code: what happens before and after its own tools run.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CLAUDE_ENV_SCRIPT } from '../clients/hook-names.js'
import type { HookAnswer } from '../clients/output-hook.js'
import { readClaudeOutput } from '../clients/saved-output.js'
import { isFields, textField } from '../clients/sessions/session-event.js'
import { planForCommand } from './command-policy.js'
import type { HookInput } from './hook-input.js'
import { type NarrowedRead, narrowRead, popNarrowed } from './narrow-read.js'
import type { NativeContext } from './native-context.js'
import { replacedOutput } from './replace-output.js'
import { wrapping } from './shell-scripts.js'

/** Timeout of the Bash tool; after it the client moves the command to the background. */
const DEFAULT_TIMEOUT_MS = 120_000
/** How long before the client's own limit a running command's output is passed through. */
const BEFORE_LIMIT_MS = 1000

export async function claudeBefore(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  if (hook.facts.kind === 'read') {
    const updatedInput = await narrowRead(hook, context)
    return updatedInput && changed('PreToolUse', { updatedInput })
  }
  const { command = '' } = hook.facts
  const plan = planForCommand(command, {
    rawCommands: context.settings.rawCommands,
    isBackground: hook.input.run_in_background === true,
  })
  if (plan.do !== 'wrap' || !context.canWrap || !readsMarks(context)) return undefined
  const token = context.pending.add(hook)
  const limit = numberOf(hook.input.timeout) ?? defaultTimeout(context)
  const seconds = Math.max(1, Math.floor((limit - BEFORE_LIMIT_MS) / 1000))
  const wrapped = wrapping(token, seconds, context.settings.waitMs)
  // A comment: the client's permission rules see the command unchanged.
  return changed('PreToolUse', {
    updatedInput: { ...hook.input, command: `${command}\n# mcp-pruner ${wrapped}` },
  })
}

/** Without our file in the shell nobody reads the mark; the user may have a file of their own. */
const readsMarks = ({ env, dataFolder }: NativeContext): boolean =>
  env.CLAUDE_ENV_FILE === join(dataFolder, CLAUDE_ENV_SCRIPT)

const defaultTimeout = ({ env }: NativeContext): number =>
  Number(env.BASH_DEFAULT_TIMEOUT_MS) || DEFAULT_TIMEOUT_MS

export async function claudeAfter(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  const { response, facts, callId } = hook
  if (facts.kind === 'read') {
    const read = popNarrowed(callId)
    const shown = read && narrowedText(response, read)
    if (!read || shown === undefined) return undefined
    await countNarrowed(hook, read, shown, context)
    return changed('PostToolUse', { additionalContext: read.note })
  }
  if (hook.isOfServer) {
    const text = await replacedOutput(hook, context, onlyText(response))
    return text === undefined ? undefined : changed('PostToolUse', { updatedToolOutput: text })
  }
  if (!isFields(response) || context.pending.isWrapped(callId)) return undefined
  const isText = response.isImage !== true && response.interrupted !== true
  if (!isText || hook.input.run_in_background === true) return undefined
  const field = facts.kind === 'search' ? 'content' : 'stdout'
  const whole = await wholeText(response, field, hook, context)
  const text = await replacedOutput(hook, context, whole, { inShell: readsMarks(context) })
  if (text === undefined) return undefined
  // In the tool's own format, without the client's note about the file with a long output.
  const { persistedOutputPath: _path, persistedOutputSize: _size, ...rest } = response
  return changed('PostToolUse', { updatedToolOutput: { ...rest, [field]: text } })
}

/** For an answer that is one text; any other stays as it is. */
function onlyText(response: unknown): string | undefined {
  const blocks = isFields(response) ? response.content : response
  if (!Array.isArray(blocks)) return textField(blocks)
  const [block] = blocks as unknown[]
  return blocks.length === 1 && isFields(block) ? textField(block.text) : undefined
}

/** The client's own answer proves the range: a late hook answer was not applied. */
function narrowedText(response: unknown, { range }: NarrowedRead): string | undefined {
  const file = isFields(response) ? response.file : undefined
  return isFields(file) && file.startLine === range.offset ? textField(file.content) : undefined
}

/** The file shows what would have been read. */
async function countNarrowed(
  hook: HookInput,
  { question, range }: NarrowedRead,
  shown: string,
  context: NativeContext,
): Promise<void> {
  const whole = await readFile(hook.facts.path ?? '', 'utf8').catch(() => undefined)
  if (whole === undefined) return
  const keptLines = Array.from({ length: range.limit }, (_, i) => range.offset + i)
  context.narrowed({ ...hook, question }, whole, { ...range.by, text: shown, keptLines })
}

/** The whole output: the client passes the first 30,000 characters and the name of a file. */
async function wholeText(
  response: Readonly<Record<string, unknown>>,
  field: string,
  { transcript }: HookInput,
  { env }: NativeContext,
): Promise<string | undefined> {
  const path = textField(response.persistedOutputPath)
  const given = textField(response[field])
  if (path === undefined || given === undefined) return given
  const { persistedOutputSize: size } = response
  const minBytes = typeof size === 'number' ? size : 0
  return readClaudeOutput({ path, given, minBytes }, transcript, env)
}

const changed = (hookEventName: string, fields: Readonly<Record<string, unknown>>): HookAnswer => ({
  hookSpecificOutput: { hookEventName, ...fields },
})

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined
