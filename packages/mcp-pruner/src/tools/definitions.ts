// How the tools are listed. A model pays for every word here on every turn, so there are few of them; a
// test holds the whole list under 900 tokens and compares it with what the arguments really accept.
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js'

const question = {
  type: 'string',
  maxLength: 1000,
  description: 'Return only the lines that answer this question',
} as const
const maxOutputBytes = { type: 'integer', minimum: 1024, maximum: 10_485_760 } as const
const line = { type: 'integer', minimum: 1 } as const
const string = { type: 'string' } as const

/** Claude Code puts longer results into a file; these are already what was asked for. */
const META = { 'anthropic/alwaysLoad': true, 'anthropic/maxResultSizeChars': 200_000 }

const output = (tool: string): ListedTool['outputSchema'] => ({
  type: 'object',
  properties: {
    tool: { const: tool },
    pruning: { type: 'object' },
    error: { type: 'object' },
  },
  required: ['tool', 'pruning'],
})

export const READ: ListedTool = {
  name: 'read',
  title: 'Read a file',
  description: 'Read a text file inside the root.',
  inputSchema: {
    type: 'object',
    properties: {
      file_path: string,
      start_line: line,
      end_line: line,
      max_output_bytes: maxOutputBytes,
      encoding: { const: 'utf-8' },
      context_focus_question: question,
    },
    required: ['file_path'],
  },
  outputSchema: output('read'),
  annotations: { readOnlyHint: true, openWorldHint: false },
  _meta: META,
}
