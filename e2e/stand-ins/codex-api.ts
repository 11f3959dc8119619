// Stands in for the API that Codex talks to: POST /v1/responses.

import { listen, type StandIn, sendEvents, sendJson } from './listen.js'
import type { ModelAction, ModelRequest, ScriptedModel } from './model.js'
import { USAGE } from './wire/responses-usage.js'

interface Tool {
  readonly type: string
  readonly name?: string
  readonly tools?: readonly Tool[]
}

interface InputItem {
  readonly type: string
  /** Some models are sent their tools as an item of the conversation. */
  readonly tools?: readonly Tool[]
  readonly output?: string | readonly { readonly text?: string }[]
}

interface ResponsesRequest {
  readonly tools?: readonly Tool[]
  readonly input: readonly InputItem[]
}

const NAMESPACE = 'mcp__pruner'

export function startCodexApi(model: ScriptedModel): Promise<StandIn> {
  return listen((path, body, response) => {
    if (path !== '/v1/responses') {
      sendJson(response, 404, { error: { message: path } })
      return
    }
    const action = model.answer(modelRequest(JSON.parse(body) as ResponsesRequest, body))
    if ('wait' in action) return
    if ('refuse' in action) {
      sendJson(response, 400, { error: { message: 'the stand-in refuses' } })
    } else {
      sendEvents(response, responseEvents(action, model.requests.length))
    }
  })
}

function modelRequest({ tools = [], input }: ResponsesRequest, body: string): ModelRequest {
  return {
    prunerTools: [...tools, ...input.flatMap((item) => item.tools ?? [])]
      .filter(({ type, name }) => type === 'namespace' && name === NAMESPACE)
      .flatMap((namespace) => namespace.tools ?? [])
      .map(({ name = '' }) => name),
    toolResults: input.filter(({ type }) => type === 'function_call_output').map(textOf),
    body,
  }
}

function textOf({ output = '' }: InputItem): string {
  if (typeof output === 'string') return output
  return output.map(({ text = '' }) => text).join('\n')
}

function responseEvents(
  action: Exclude<ModelAction, { wait: true } | { refuse: true }>,
  turn: number,
) {
  const id = `resp_${turn}`
  const item =
    'call' in action
      ? {
          type: 'function_call',
          id: `fc_${turn}`,
          call_id: `call_${turn}`,
          namespace: NAMESPACE,
          name: action.call,
          arguments: JSON.stringify(action.input),
        }
      : {
          type: 'message',
          id: `msg_${turn}`,
          role: 'assistant',
          content: [{ type: 'output_text', text: action.say }],
        }
  return [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.done', item },
    { type: 'response.completed', response: { id, usage: USAGE } },
  ]
}
