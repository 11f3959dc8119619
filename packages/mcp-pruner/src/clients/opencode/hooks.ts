// The plugin that opencode and its fork Kilo load: it asks a running server what to show of an output. It also sends
// which outputs the model still holds, so that nothing is called a repeat after a compaction removed it.
import { MIN_OUTPUT_SIZE } from '../hook-names.js'
import { pluginHead, pluginRequest } from '../plugin-request.js'

export const opencodePlugin = (dataFolder: string, client: 'opencode' | 'kilo'): string =>
  `${pluginHead(client)}
${pluginRequest(dataFolder)}
const TOOLS = new Set(['bash', 'grep', 'read'])
// Of these, only what the model already holds is left out.
const OWN_TOOLS = new Set(['pruner_bash', 'pruner_grep', 'pruner_read'])
const MAX_SESSIONS = 20
const MAX_HELD_CHARS = 400000

// The messages of each session's last request, after all plugins have changed them.
const sent = new Map()

function remember(request) {
  const sessionID = request.messages?.[0]?.info?.sessionID
  if (sessionID === undefined) return
  sent.delete(sessionID)
  sent.set(sessionID, request)
  if (sent.size > MAX_SESSIONS) sent.delete(sent.keys().next().value)
}

// The calls whose outputs the model holds, oldest first; nothing if that is unknown.
function heldCalls(sessionID) {
  const messages = sent.get(sessionID)?.messages
  if (!Array.isArray(messages)) return undefined
  const parts = messages.flatMap(({ parts }) => parts ?? []).filter(({ type }) => type === 'tool')
  const held = []
  let chars = 0
  for (const { tool, state } of parts.reverse()) {
    if (state?.status !== 'completed' || typeof state.output !== 'string') continue
    if (state.time?.compacted) continue
    chars += state.output.length
    if (chars > MAX_HELD_CHARS) break
    held.push({ name: tool, input: state.input, output: state.output })
  }
  return held.reverse()
}

async function words(client, sessionID) {
  try {
    const { data } = await client.session.messages({ path: { id: sessionID } })
    return wordsIn(data, ({ info }) => info.role, ({ parts }) => joined(parts))
  } catch {
    return {}
  }
}

// Tools of other servers return blocks; only a single text can be replaced.
function textOf(tool, output) {
  if (TOOLS.has(tool)) return typeof output.output === 'string' ? output.output : undefined
  if (!Array.isArray(output.content)) return undefined
  if (tool.startsWith('pruner_') && !OWN_TOOLS.has(tool)) return undefined
  const [block, ...others] = output.content
  return others.length === 0 && block?.type === 'text' ? block.text : undefined
}

export const McpPruner = async ({ client, directory }) => ({
  'experimental.chat.messages.transform': async (_, request) => remember(request),
  'tool.execute.after': async (input, output) => {
    const text = textOf(input.tool, output)
    if (typeof text !== 'string' || text.length < ${MIN_OUTPUT_SIZE}) return
    const shown = await shownInstead({
      client: '${client}',
      hook_event_name: 'after',
      tool_name: input.tool,
      tool_input: input.args,
      tool_response: text,
      tool_use_id: input.callID,
      session_id: input.sessionID,
      output_file: output.metadata?.outputPath,
      is_of_server: !TOOLS.has(input.tool),
      held: heldCalls(input.sessionID),
      cwd: directory,
      ...(await words(client, input.sessionID)),
    })
    if (shown === undefined) return
    if (TOOLS.has(input.tool)) output.output = shown
    else output.content[0].text = shown
  },
})
`
