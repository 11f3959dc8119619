// How the tools are listed. Four clients show a model no instructions, so this alone must say how to get back what
// was cut. A model pays for every word here on every turn, so there are few of them; a
// test holds the whole list under 900 tokens and compares it with what the arguments really accept.
import { ARGUMENT_LIMITS, type ArgumentLimit, READ_ENCODING } from '@jeeves/contracts'
import type { Tool as ListedTool } from '@modelcontextprotocol/server'

const string = { type: 'string' } as const
const boolean = { type: 'boolean' } as const
const line = { type: 'integer', minimum: ARGUMENT_LIMITS.start_line.min } as const
/** Whoever goes beyond the most is told it. */
const maxOutputBytes = { type: 'integer', minimum: ARGUMENT_LIMITS.max_output_bytes.min } as const
const maxTokens = { type: 'integer' } as const
const timeoutMs = integerWithin(ARGUMENT_LIMITS.timeout_ms)
const question = {
  type: 'string',
  description: 'Keep only lines that answer this; recover_text brings the others',
} as const

/** Claude Code would put results over 50,000 characters into a file; and hide tools behind a search. */
const META = { 'anthropic/alwaysLoad': true, 'anthropic/maxResultSizeChars': 200_000 }

const LOOKS_ONLY = { readOnlyHint: true, openWorldHint: false }

function integerWithin({ min, max, default: usual }: Required<ArgumentLimit>) {
  return { type: 'integer', minimum: min, maximum: max, default: usual } as const
}

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
    properties: {
      file_path: string,
      start_line: line,
      end_line: line,
      context_focus_question: question,
      max_tokens: maxTokens,
      max_output_bytes: maxOutputBytes,
      encoding: { type: 'string', enum: [READ_ENCODING] },
    },
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
    properties: {
      command: string,
      cwd: string,
      env: { type: 'object', additionalProperties: string },
      timeout_ms: timeoutMs,
      context_focus_question: question,
      max_tokens: maxTokens,
      max_output_bytes: maxOutputBytes,
    },
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
    properties: {
      pattern: string,
      path: { type: 'string', description: 'File or folder; or give paths' },
      paths: { type: 'array', items: string },
      cwd: string,
      fixed_string: boolean,
      case_sensitive: { type: 'boolean', default: true },
      max_matches: integerWithin(ARGUMENT_LIMITS.max_matches),
      timeout_ms: timeoutMs,
      context_focus_question: question,
      max_tokens: maxTokens,
      max_output_bytes: maxOutputBytes,
    },
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
      prune_id: string,
      ranges: {
        type: 'array',
        // Typed branches: an item without a type is remarked on by the Inspector.
        items: { anyOf: [string, object] },
        description: '"120-154", or "119": lines cut at the mark …119:',
      },
      context_focus_question: string,
      include_line_numbers: boolean,
    },
    required: ['prune_id'],
  },
  outputSchema: output({ raw_text: string, metadata: object, error: object }),
  annotations: LOOKS_ONLY,
  _meta: META,
}
