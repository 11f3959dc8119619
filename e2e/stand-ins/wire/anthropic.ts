// Anthropic's Messages API, as Claude Code uses it.

import type { Wire } from '../agent-api.js'
import { sendEvents } from '../listen.js'

interface Block {
  readonly type: string
  readonly content?: string | readonly { readonly text?: string }[]
  readonly is_error?: boolean
}
interface Message {
  readonly content: string | readonly Block[]
}

export const anthropic: Wire = {
  path: /\/v1\/messages$/,
  read: ({ messages, tools }) => ({
    hasTools: Array.isArray(tools) && tools.length > 0,
    results: (messages as readonly Message[])
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content = '' }) =>
        typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n'),
      ),
  }),
  answer: ({ say, use, input }, turn, response, { body }) => {
    const message = {
      id: `msg_${turn}`,
      type: 'message',
      role: 'assistant',
      model: body['model'],
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 1 },
    }
    const words = [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: say } },
      { type: 'content_block_stop', index: 0 },
    ]
    const tool = { type: 'tool_use', id: `toolu_${turn}`, name: use, input: {} }
    const call = [
      { type: 'content_block_start', index: 1, content_block: tool },
      {
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      },
      { type: 'content_block_stop', index: 1 },
    ]
    const stop = { stop_reason: use ? 'tool_use' : 'end_turn', stop_sequence: null }
    sendEvents(response, [
      { type: 'message_start', message } as { type: string },
      ...words,
      ...(use ? call : []),
      { type: 'message_delta', delta: stop, usage: { output_tokens: 5 } } as { type: string },
      { type: 'message_stop' },
    ])
  },
}
