// The plugin that Cline loads. Its tools return a list with one entry for each command, file or search; each entry's
// text is pruned separately.
import { MIN_OUTPUT_SIZE } from '../hook-names.js'
import { pluginHead, pluginRequest } from '../plugin-request.js'

export const clinePlugin = (dataFolder: string): string =>
  `${pluginHead('cline')}
${pluginRequest(dataFolder)}
const CALLS = {
  run_commands: (query) => ({ tool_name: 'bash', tool_input: { command: query } }),
  search_codebase: (query) => ({ tool_name: 'grep', tool_input: { pattern: query } }),
  read_files: (query, file) => ({ tool_name: 'read', tool_input: { ...file, path: file?.path ?? query } }),
}

const textOf = ({ content }) => (typeof content === 'string' ? content : joined(content))

const filesOf = (input) => [input?.files ?? input?.paths ?? input?.file_paths ?? []].flat()

async function shownEntry(entry, call, about) {
  // A failed command has its output in its error.
  const field = typeof entry?.result === 'string' && entry.result !== '' ? 'result' : 'error'
  const text = entry?.[field]
  if (typeof text !== 'string' || text.length < ${MIN_OUTPUT_SIZE}) return entry
  const shown = await shownInstead({ ...about, ...call, tool_response: text })
  return shown === undefined ? entry : { ...entry, [field]: shown }
}

export default {
  name: 'mcp-pruner',
  manifest: { capabilities: ['hooks'] },
  hooks: {
    async afterTool({ snapshot, toolCall, input, result }) {
      const callOf = CALLS[toolCall.toolName]
      if (callOf === undefined || !Array.isArray(result?.output)) return undefined
      const about = {
        client: 'cline',
        hook_event_name: 'after',
        session_id: snapshot?.conversationId,
        agent_id: snapshot?.agentId,
        ...wordsIn(snapshot?.messages ?? [], ({ role }) => role, textOf),
      }
      const files = filesOf(input).map((file) => (typeof file === 'string' ? { path: file } : file))
      const output = []
      for (const [index, entry] of result.output.entries()) {
        output.push(await shownEntry(entry, callOf(entry?.query, files[index]), about))
      }
      return { result: { ...result, output } }
    },
  },
}
`
