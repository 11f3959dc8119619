// OpenAI's Chat Completions API, as Copilot and opencode use it.

import type { Wire } from '../agent-api.js'
import { sendJson } from '../listen.js'

interface Message {
  readonly role: string
  readonly content: string | readonly { readonly text?: string }[]
}

export const chatCompletions: Wire = {
  path: /\/chat\/completions$/,
  read: ({ messages, tools }) => ({
    hasTools: Array.isArray(tools) && tools.length > 0,
    results: (messages as readonly Message[])
      .filter(({ role }) => role === 'tool')
      .map(({ content }) =>
        typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n'),
      ),
  }),
  answer: ({ say, use, input, inputTokens = 10 }, turn, response, { body }) => {
    const calls = use
      ? [
          {
            index: 0,
            id: `call_${turn}`,
            type: 'function',
            function: { name: use, arguments: JSON.stringify(input) },
          },
        ]
      : undefined
    const base = { id: `c${turn}`, created: 1, model: body['model'] }
    const finish_reason = calls ? 'tool_calls' : 'stop'
    const said = { role: 'assistant', content: say, ...(calls && { tool_calls: calls }) }
    const usage = {
      prompt_tokens: inputTokens,
      completion_tokens: 5,
      total_tokens: inputTokens + 5,
    }
    if (!body['stream']) {
      const choices = [{ index: 0, message: said, finish_reason }]
      sendJson(response, 200, { ...base, object: 'chat.completion', choices, usage })
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const object = 'chat.completion.chunk'
    for (const chunk of [
      { ...base, object, choices: [{ index: 0, delta: said, finish_reason: null }] },
      { ...base, object, choices: [{ index: 0, delta: {}, finish_reason }] },
      { ...base, object, choices: [], usage },
    ]) {
      response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    }
    response.end('data: [DONE]\n\n')
  },
}
