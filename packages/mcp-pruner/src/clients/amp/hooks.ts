// The plugin that Amp loads, written for the API that `amp plugins show-docs` prints: `tool.result` may replace a
// result's output. The format of outputs is not documented; one whose text is not found is left alone.
import { MIN_OUTPUT_SIZE } from '../hook-names.js'
import { pluginHead, pluginRequest } from '../plugin-request.js'

export const ampPlugin = (dataFolder: string): string =>
  `${pluginHead('amp')}
${pluginRequest(dataFolder)}
export const description = 'Prunes what tools put out. Written by mcp-pruner install --native.'

const OWN_TOOL = /^mcp__pruner__/
const SERVER_TOOL = /^mcp__/
const TEXT_FIELDS = ['output', 'content', 'text', 'stdout']

function callOf(event, amp) {
  const input = event.input ?? {}
  const shell = amp.helpers?.shellCommandFromToolCall?.(event)
  if (shell) return { tool_name: 'bash', tool_input: { ...input, command: shell.command } }
  if (event.tool === 'Read') return { tool_name: 'read', tool_input: { ...input, ...(input.read_range && { view_range: input.read_range }) } }
  if (event.tool === 'Grep') return { tool_name: 'grep', tool_input: input }
  if (OWN_TOOL.test(event.tool) || !SERVER_TOOL.test(event.tool)) return undefined
  return { tool_name: event.tool, tool_input: input, is_of_server: true }
}

// The only text of an output, and how to replace it.
function textIn(output) {
  if (typeof output === 'string') return { text: output, put: (text) => text }
  if (Array.isArray(output)) {
    const [block, ...others] = output
    if (others.length > 0 || block?.type !== 'text' || typeof block.text !== 'string') return undefined
    return { text: block.text, put: (text) => [{ ...block, text }] }
  }
  if (output === null || typeof output !== 'object') return undefined
  const fields = TEXT_FIELDS.filter((field) => typeof output[field] === 'string')
  if (fields.length !== 1) return undefined
  return { text: output[fields[0]], put: (text) => ({ ...output, [fields[0]]: text }) }
}

async function words(thread) {
  try {
    const messages = await thread.messages({ limit: 20 })
    return wordsIn(messages, ({ role }) => role, ({ content }) => joined(content))
  } catch {
    return {}
  }
}

export default function (amp) {
  amp.on('tool.result', async (event, ctx) => {
    const call = callOf(event, amp)
    const found = call && textIn(event.output)
    if (!found || found.text.length < ${MIN_OUTPUT_SIZE}) return undefined
    const shown = await shownInstead({
      client: 'amp',
      hook_event_name: 'after',
      ...call,
      tool_response: found.text,
      tool_use_id: event.toolUseID,
      session_id: event.thread?.id,
      ...(await words(ctx.thread)),
    })
    if (shown === undefined) return undefined
    return { status: event.status, ...(event.error && { error: event.error }), output: found.put(shown) }
  })
}
`
