// Two tools in place of all: one finds tools by purpose, the other calls one. For servers with so many
// tools that their list costs more than it saves.
import { INVALID_PARAMS } from '../../../rpc/codes.js'
import { type Fields, isFields } from '../../../rpc/message.js'
import { RpcError } from '../../../rpc/rpc-error.js'
import { descriptionOf, QUESTION, type WrappedTool } from './catalog.js'

export const FIND_TOOLS = 'find_tools'
export const CALL_TOOL = 'call_tool'

const MAX_FOUND = 40
const MAX_LINE = 160

export const DEFERRED_TOOLS: readonly Fields[] = [
  {
    name: FIND_TOOLS,
    description:
      'Lists tools, one line each: those that match the words of query, or all. With name, the whole definition of that tool.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string' }, name: { type: 'string' } },
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: CALL_TOOL,
    description: `Calls a tool that ${FIND_TOOLS} listed. ${QUESTION}: a full question, of which only what answers it is shown.`,
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        arguments: { type: 'object' },
        [QUESTION]: { type: 'string' },
      },
      required: ['name'],
    },
  },
]

export function findTools(tools: readonly WrappedTool[], args: Fields): Fields {
  const { query, name } = args
  if (typeof name === 'string') {
    const found = tools.find(({ exposedName }) => exposedName === name)
    return found
      ? answer(JSON.stringify({ ...found.definition, name }))
      : {
          ...answer(`there is no tool ${name}; ${FIND_TOOLS} without a name lists all`),
          isError: true,
        }
  }
  const words = typeof query === 'string' ? query.toLowerCase().match(/[\p{L}\p{N}]+/gu) : null
  const scored = tools.map((tool) => ({ tool, score: scoreOf(tool, words ?? []) }))
  const found = words ? scored.filter(({ score }) => score > 0) : scored
  const best = (found.length > 0 ? found : scored).toSorted((a, b) => b.score - a.score)
  const lines = best.slice(0, MAX_FOUND).map(({ tool }) => lineOf(tool))
  const more = best.length - lines.length
  const none = words && found.length === 0 ? ['no tool matches; these are the first of all:'] : []
  const rest = more > 0 ? [`and ${more} more: narrow the query`] : []
  return answer([...none, ...lines, ...rest].join('\n'))
}

/** The call inside the wrapper call. */
export function meantCall(params: Fields): Fields {
  const args = isFields(params['arguments']) ? params['arguments'] : {}
  const { name, arguments: given, [QUESTION]: question } = args
  if (typeof name !== 'string') {
    throw new RpcError(INVALID_PARAMS, `${CALL_TOOL}: name must be the name of a tool`)
  }
  const own = isFields(given) ? given : {}
  return {
    ...params,
    name,
    arguments: question === undefined ? own : { ...own, [QUESTION]: question },
  }
}

function scoreOf({ exposedName, definition }: WrappedTool, words: readonly string[]): number {
  const name = exposedName.toLowerCase()
  const text = descriptionOf(definition).toLowerCase()
  return words.reduce(
    (sum, word) => sum + (name.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0),
    0,
  )
}

function lineOf({ exposedName, definition }: WrappedTool): string {
  const description = descriptionOf(definition)
  const first = description.split(/\n|(?<=[.!?]) /)[0]?.trim() ?? ''
  const line = first === '' ? exposedName : `${exposedName}: ${first}`
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line
}

const answer = (text: string): Fields => ({ content: [{ type: 'text', text }] })
