// The outputs of Gemini CLI, including those of failing commands.
import { SERVER_KEY } from '../agent-client.js'
import { type Framed, type OutputHook, unframed } from '../output-hook.js'
import { isFields, textField } from '../sessions/session-event.js'

/** The client's name for a tool of this server. */
const RECOVER_TEXT = `mcp_${SERVER_KEY}_recover_text`

export const geminiOutput: OutputHook = {
  outputOf: ({ response }) => (isFields(response) ? textField(response.llmContent) : undefined),
  frame: geminiFrame,
  /**
   * Its hooks cannot replace an output, but they can call another tool whose output takes its place: ours, which
   * returns the text. Only if the client certainly runs this server. Otherwise the text is under `error`.
   */
  async answer(output, { parentPid }, keepShown) {
    // Output from a server is wrapped in such a tag again.
    const bare = /^<untrusted_context>\n([\s\S]*?)\n?<\/untrusted_context>\s*$/.exec(output)?.[1]
    const prune_id = parentPid === process.ppid ? await keepShown(bare ?? output) : undefined
    if (prune_id === undefined) return { decision: 'deny', reason: output }
    const tailToolCallRequest = { name: RECOVER_TEXT, args: { prune_id } }
    return { hookSpecificOutput: { hookEventName: 'AfterTool', tailToolCallRequest } }
  },
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
