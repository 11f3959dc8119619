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
  answer: ({ say, use, input, also = [] }, turn, response, { body }) => {
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
    const calls = [{ use, input }, ...also].flatMap((each, at) => {
      const index = at + 1
      const id = at === 0 ? `toolu_${turn}` : `toolu_${turn}_${at}`
      const delta = { type: 'input_json_delta', partial_json: JSON.stringify(each.input) }
      return [
        {
          type: 'content_block_start',
          index,
          content_block: { type: 'tool_use', id, name: each.use, input: {} },
        },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ]
    })
    const stop = { stop_reason: use ? 'tool_use' : 'end_turn', stop_sequence: null }
    sendEvents(response, [
      { type: 'message_start', message } as { type: string },
      ...words,
      ...(use ? calls : []),
      { type: 'message_delta', delta: stop, usage: { output_tokens: 5 } } as { type: string },
      { type: 'message_stop' },
    ])
  },
}
