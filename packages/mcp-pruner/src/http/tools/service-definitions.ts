// The tools as listed. The input schemas are a published contract: calls are validated
// with the schemas of @jeeves/contracts, and a test compares the two.
import type { Tool } from '@modelcontextprotocol/server'

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const

export const PRUNE_TEXT: Tool = {
  name: 'prune_text',
  description:
    'Keeps the lines of a text that matter for goal_hint, verbatim and in order. Each cut is annotated and can be recovered with recover_text.',
  annotations: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string' },
      goal_hint: { type: 'string' },
      source_type: { type: 'string', enum: ['code', 'logs', 'docs'] },
      options: {
        type: 'object',
        properties: {
          max_prune_ratio: { type: 'number', minimum: 0, maximum: 1 },
          min_keep_lines: { type: 'integer', minimum: 0 },
          timeout_ms: { type: 'integer', minimum: 1 },
          annotate_lines: { type: 'boolean' },
          include_markers: { type: 'boolean' },
        },
        required: [
          'max_prune_ratio',
          'min_keep_lines',
          'timeout_ms',
          'annotate_lines',
          'include_markers',
        ],
        additionalProperties: false,
      },
    },
    required: ['text', 'goal_hint', 'source_type', 'options'],
    additionalProperties: false,
  },
}

export const RECOVER_TEXT: Tool = {
  name: 'recover_text',
  description: 'Gives back lines of a pruned text by their original numbers.',
  annotations: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      prune_id: { type: 'string' },
      ranges: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            start_line: { type: 'integer', minimum: 1 },
            end_line: { type: 'integer', minimum: 1 },
          },
          required: ['start_line', 'end_line'],
          additionalProperties: false,
        },
      },
      include_line_numbers: { type: 'boolean' },
    },
    required: ['prune_id', 'ranges', 'include_line_numbers'],
    additionalProperties: false,
  },
}

export const HEALTH: Tool = {
  name: 'health',
  description: 'Says whether the service works and what it can do.',
  annotations: READ_ONLY,
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
}
