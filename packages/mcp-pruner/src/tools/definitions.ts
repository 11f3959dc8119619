// How the tools are listed. Four clients show a model no instructions, so this alone must explain how to recover what
// was cut. A model pays for every word here on every turn, so there are few of them; a
// test holds the whole list under 900 tokens and compares it with the arguments that are really accepted.
import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { listedArguments } from './argument-table.js'

const string = { type: 'string' } as const
const boolean = { type: 'boolean' } as const

/** Claude Code would save results over 50,000 characters to a file; and hide tools behind a search. */
const META = { 'anthropic/alwaysLoad': true, 'anthropic/maxResultSizeChars': 200_000 }

const LOOKS_ONLY = { readOnlyHint: true, openWorldHint: false }

const output = (properties: Record<string, object>): ListedTool['outputSchema'] => ({
  type: 'object',
  properties,
})
const object = { type: 'object' } as const
const common = { tool: string, error: object, pruning: object }

export const READ: ListedTool = {
  name: 'read',
  description: 'Read a text file, or a range of its lines',
  inputSchema: {
    type: 'object',
    properties: listedArguments(
      'file_path',
      'start_line',
      'end_line',
      'context_focus_question',
      'max_tokens',
      'max_output_bytes',
      'encoding',
    ),
    required: ['file_path'],
  },
  outputSchema: output({ ...common, file_path: string, content: string, truncated: boolean }),
  annotations: LOOKS_ONLY,
  _meta: META,
}

export const BASH: ListedTool = {
  name: 'bash',
  description: 'Run a shell command',
  inputSchema: {
    type: 'object',
    properties: listedArguments(
      'command',
      'cwd',
      'env',
      'timeout_ms',
      'context_focus_question',
      'max_tokens',
      'max_output_bytes',
    ),
    required: ['command'],
  },
  outputSchema: output({
    ...common,
    stdout: string,
    stderr: string,
    exit_code: { type: 'integer' },
    truncated: boolean,
  }),
  annotations: { readOnlyHint: false, destructiveHint: true },
  _meta: META,
}

export const GREP: ListedTool = {
  name: 'grep',
  description: 'Search files for a regular expression, line by line (ripgrep)',
  inputSchema: {
    type: 'object',
    properties: listedArguments(
      'pattern',
      'path',
      'paths',
      'cwd',
      'fixed_string',
      'case_sensitive',
      'max_matches',
      'timeout_ms',
      'context_focus_question',
      'max_tokens',
      'max_output_bytes',
    ),
    required: ['pattern'],
  },
  outputSchema: output({
    ...common,
    matches: { type: 'array', items: object },
    match_count: { type: 'integer' },
    truncated: boolean,
  }),
  annotations: LOOKS_ONLY,
  _meta: META,
}

export const RECOVER_TEXT: ListedTool = {
  name: 'recover_text',
  description:
    'Get back lines cut from an answer, by the prune_id at its end; without ranges, all of its lines',
  inputSchema: {
    type: 'object',
    properties: {
      ...listedArguments('prune_id', 'ranges'),
      // Already explained by the other tools.
      context_focus_question: string,
      ...listedArguments('include_line_numbers'),
    },
    required: ['prune_id'],
  },
  outputSchema: output({ raw_text: string, metadata: object, error: object }),
  annotations: LOOKS_ONLY,
  _meta: META,
}
