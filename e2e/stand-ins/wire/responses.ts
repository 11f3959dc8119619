// OpenAI's Responses API, as Codex uses it.

import type { Wire } from '../agent-api.js'
import { sendEvents } from '../listen.js'
import { USAGE } from './responses-usage.js'

interface Item {
  readonly type: string
  readonly output?: string | readonly { readonly text?: string }[]
}

export const responses: Wire = {
  path: /\/responses$/,
  read: ({ input }) => ({
    hasTools: true,
    results: (input as readonly Item[])
      .filter(({ type }) => type.endsWith('_call_output'))
      .map(({ output = '' }) =>
        typeof output === 'string' ? output : output.map(({ text = '' }) => text).join('\n'),
      ),
  }),
  answer: ({ say, use, namespace, input, script }, turn, response) => {
    const id = `resp_${turn}`
    const items = [
      {
        type: 'message',
        id: `msg_${turn}`,
        role: 'assistant',
        content: [{ type: 'output_text', text: say }],
      },
      ...(use
        ? [
            {
              id: `fc_${turn}`,
              call_id: `call_${turn}`,
              ...(namespace && { namespace }),
              name: use,
              ...(script === undefined
                ? { type: 'function_call', arguments: JSON.stringify(input) }
                : { type: 'custom_tool_call', input: script }),
            },
          ]
        : []),
    ]
    sendEvents(response, [
      { type: 'response.created', response: { id } } as { type: string },
      ...items.map((item) => ({ type: 'response.output_item.done', item })),
      { type: 'response.completed', response: { id, usage: USAGE } } as { type: string },
    ])
  },
}
