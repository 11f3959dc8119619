// Stands in for the API that Claude talks to: POST /v1/messages and /v1/messages/count_tokens.

import { listen, type StandIn, sendEvents, sendJson } from './listen.js'
import type { ModelAction, ModelRequest, ScriptedModel } from './model.js'

interface Block {
  readonly type: string
  readonly content?: string | readonly { readonly text?: string }[]
}

interface MessagesRequest {
  readonly model: string
  readonly tools?: readonly { readonly name: string }[]
  readonly messages: readonly { readonly content: string | readonly Block[] }[]
}

const TOOL_PREFIX = 'mcp__pruner__'

export function startClaudeApi(model: ScriptedModel): Promise<StandIn> {
  return listen((path, body, response) => {
    if (path === '/v1/messages/count_tokens') {
      sendJson(response, 200, { input_tokens: 10 })
    } else if (path === '/v1/messages') {
      const request = JSON.parse(body) as MessagesRequest
      const action = model.answer(modelRequest(request, body))
      if ('wait' in action) return
      if ('refuse' in action) {
        const error = { type: 'invalid_request_error', message: 'the stand-in refuses' }
        sendJson(response, 400, { type: 'error', error })
      } else {
        sendEvents(response, messageEvents(action, request.model, model.requests.length))
      }
    } else {
      sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: path } })
    }
  })
}

function modelRequest({ tools = [], messages }: MessagesRequest, body: string): ModelRequest {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  return {
    prunerTools: tools
      .filter(({ name }) => name.startsWith(TOOL_PREFIX))
      .map(({ name }) => name.slice(TOOL_PREFIX.length)),
    toolResults: blocks.filter(({ type }) => type === 'tool_result').map(textOf),
    body,
  }
}

function textOf({ content = '' }: Block): string {
  if (typeof content === 'string') return content
  return content.map(({ text = '' }) => text).join('\n')
}

function messageEvents(
  action: Exclude<ModelAction, { wait: true } | { refuse: true }>,
  model: string,
  turn: number,
) {
  const isCall = 'call' in action
  const block = isCall
    ? { type: 'tool_use', id: `toolu_${turn}`, name: `${TOOL_PREFIX}${action.call}`, input: {} }
    : { type: 'text', text: '' }
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify(action.input) }
    : { type: 'text_delta', text: action.say }
  const stopReason = { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null }
  return [
    {
      type: 'message_start',
      message: {
        id: `msg_${turn}`,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: stopReason, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ]
}
