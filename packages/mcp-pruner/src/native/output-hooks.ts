// Gemini CLI and Copilot CLI: the output is replaced after the call, including that of failing commands.
import { SERVER_KEY } from '../clients/agent-client.js'
import { isFields, textField } from '../clients/sessions/session-event.js'
import type { HookInput } from './hook-input.js'
import type { HookAnswer, NativeContext } from './native-context.js'
import { type Framed, replacedOutput, unframed } from './replace-output.js'
import { copilotOutputFolder, readSavedOutput } from './saved-output.js'

export async function geminiAfter(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  const { response } = hook
  const whole = isFields(response) ? textField(response.llmContent) : undefined
  const output = await replacedOutput(hook, context, whole, { frame: geminiFrame })
  return output === undefined ? undefined : geminiAnswer(hook, context, output)
}

/** The client's name for a tool of this server. */
const RECOVER_TEXT = `mcp_${SERVER_KEY}_recover_text`

/**
 * Its hooks cannot replace an output, but they can call another tool whose output takes its place: ours, which
 * returns the text. Only if the client certainly runs this server. Otherwise the text is under `error`.
 */
async function geminiAnswer(
  { parentPid }: HookInput,
  { keepShown }: NativeContext,
  output: string,
): Promise<HookAnswer> {
  // Output from a server is wrapped in such a tag again.
  const bare = /^<untrusted_context>\n([\s\S]*?)\n?<\/untrusted_context>\s*$/.exec(output)?.[1]
  const prune_id = parentPid === process.ppid ? await keepShown(bare ?? output) : undefined
  if (prune_id === undefined) return { decision: 'deny', reason: output }
  const tailToolCallRequest = { name: RECOVER_TEXT, args: { prune_id } }
  return { hookSpecificOutput: { hookEventName: 'AfterTool', tailToolCallRequest } }
}

/** `Output: …` and then lines such as `Exit Code: 3`, inside a tag. */
function geminiFrame(whole: string): Framed {
  const start = /^(?:<\w+>\n)?(?:Command: [^\n]*\n|Directory: [^\n]*\n)*Output: /.exec(whole)?.[0]
    .length
  if (start === undefined) return geminiFileFrame(whole)
  const end = Math.max(start, geminiTail(whole))
  return {
    before: whole.slice(0, start),
    text: whole.slice(start, end),
    after: whole.slice(end).replace(/^\n/, ''),
  }
}

const TAG_LINE = /\n<\/\w{1,60}>$/
const TAIL_LINE = /^(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): /

/** Where the lines after the output begin; read from the end, since the output may have any number of such lines. */
function geminiTail(whole: string): number {
  let end = whole.trimEnd().length
  end -= TAG_LINE.exec(whole.slice(Math.max(0, end - 64), end))?.[0].length ?? 0
  while (true) {
    const line = whole.lastIndexOf('\n', end - 1)
    if (line < 0 || !TAIL_LINE.test(whole.slice(line + 1, end))) return end
    end = line
  }
}

/** A range of a file has a heading with its lines. */
function geminiFileFrame(whole: string): Framed {
  const found =
    /^\s*IMPORTANT: The file content has been truncated\.\nStatus: Showing lines (\d+)-\d+ [\s\S]*?--- FILE CONTENT \(truncated\) ---\n/.exec(
      whole,
    )
  if (!found) return unframed(whole)
  const text = whole.slice(found[0].length)
  return { before: found[0], text, after: '', firstLine: Number(found[1]) }
}

export async function copilotAfter(
  hook: HookInput,
  context: NativeContext,
): Promise<HookAnswer | undefined> {
  const { response } = hook
  if (!isFields(response)) return undefined
  const given = textField(response.textResultForLlm)
  const whole = given === undefined ? undefined : await copilotWhole(given)
  const output = await replacedOutput(hook, context, whole, { frame: copilotFrame })
  if (output === undefined) return undefined
  return {
    modifiedResult: { resultType: response.resultType ?? 'success', textResultForLlm: output },
  }
}

/** A long output is in a file; its beginning is given with the file's name. */
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
