// A model that says something and calls one of the client's own tools, turn by turn, for both APIs. The client
// asks other things of it too (a title, a summary): those are answered with one word.
import { listen, type StandIn, sendEvents, sendJson } from './listen.js'

export interface Turn {
  readonly says: string
  readonly calls?: { readonly name: string; readonly input: object }
  /** Reported to the client as the tokens of this request. */
  readonly usage: { readonly input: number; readonly cached: number; readonly output: number }
}

export function startSpeakingClaude(turns: readonly Turn[]): Promise<StandIn> {
  let next = 0
  return listen((path, body, response) => {
    if (path === '/v1/messages/count_tokens') sendJson(response, 200, { input_tokens: 10 })
    else if (path !== '/v1/messages') sendJson(response, 404, { type: 'error' })
    else {
      const { tools = [], model } = JSON.parse(body) as {
        tools?: { name: string }[]
        model: string
      }
      const isTheAgent = tools.some(({ name }) => name === 'Read')
      const turn = isTheAgent ? turns[next++] : undefined
      sendEvents(response, claudeEvents(turn ?? OK, model, next))
    }
  })
}

const OK: Turn = { says: 'ok', usage: { input: 1, cached: 0, output: 1 } }

function claudeEvents({ says, calls, usage }: Turn, model: string, number: number) {
  const blocks = [
    { start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: says } },
    ...(calls
      ? [
          {
            start: { type: 'tool_use', id: `toolu_${number}`, name: calls.name, input: {} },
            delta: { type: 'input_json_delta', partial_json: JSON.stringify(calls.input) },
          },
        ]
      : []),
  ]
  const started = {
    input_tokens: usage.input,
    cache_read_input_tokens: usage.cached,
    cache_creation_input_tokens: 0,
    output_tokens: usage.output,
  }
  const message = { id: `msg_${number}`, type: 'message', role: 'assistant', model, content: [] }
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, usage: started } },
    ...blocks.flatMap(({ start, delta }, index) => [
      { type: 'content_block_start', index, content_block: start },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: calls ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: started,
    },
    { type: 'message_stop' },
  ]
}

export function startSpeakingCodex(turns: readonly Turn[]): Promise<StandIn> {
  let next = 0
  return listen((path, _, response) => {
    if (path !== '/v1/responses') sendJson(response, 404, { error: { message: path } })
    else sendEvents(response, codexEvents(turns[next++] ?? OK, next))
  })
}

function codexEvents({ says, calls, usage }: Turn, number: number) {
  const id = `resp_${number}`
  const said = {
    type: 'message',
    id: `msg_${number}`,
    role: 'assistant',
    content: [{ type: 'output_text', text: says }],
  }
  const call = calls && {
    type: 'function_call',
    id: `fc_${number}`,
    call_id: `call_${number}`,
    name: calls.name,
    arguments: JSON.stringify(calls.input),
  }
  const counted = {
    input_tokens: usage.input + usage.cached,
    input_tokens_details: { cached_tokens: usage.cached },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: usage.input + usage.cached + usage.output,
  }
  return [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.done', item: said },
    ...(call ? [{ type: 'response.output_item.done', item: call }] : []),
    { type: 'response.completed', response: { id, usage: counted } },
  ]
}
