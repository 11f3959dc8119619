// Stands in for the model's API of any agent client: Anthropic Messages, OpenAI Responses and Chat Completions, and
// Gemini. The script's step n answers the request that holds n results, so retries and side requests do no harm.

import type { ServerResponse } from 'node:http'
import { listen, type StandIn, sendJson } from './listen.js'
import { anthropic } from './wire/anthropic.js'
import { chatCompletions } from './wire/chat-completions.js'
import { gemini } from './wire/gemini.js'
import { responses } from './wire/responses.js'

/** What the model says, and the tool that it then uses; the last step only speaks. */
export interface AgentStep {
  readonly say: string
  readonly use?: string
  readonly namespace?: string
  readonly input?: Readonly<Record<string, unknown>>
}

export interface SeenRequest {
  /** Every result of a tool so far, oldest first, as the model reads it. */
  readonly results: readonly string[]
  readonly hasTools: boolean
  readonly body: string
}

export interface Wire {
  readonly path: RegExp
  read(body: Readonly<Record<string, unknown>>): Omit<SeenRequest, 'body'>
  answer(step: AgentStep, turn: number, response: ServerResponse, request: WireRequest): void
}

export interface WireRequest {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

const WIRES: readonly Wire[] = [anthropic, responses, chatCompletions, gemini]

export interface AgentApi extends StandIn {
  readonly requests: readonly SeenRequest[]
}

export async function startAgentApi(script: readonly AgentStep[]): Promise<AgentApi> {
  const requests: SeenRequest[] = []
  const standIn = await listen((path, text, response) => {
    const wire = WIRES.find((each) => each.path.test(path))
    if (/count_?tokens$/i.test(path)) sendJson(response, 200, { input_tokens: 10, totalTokens: 10 })
    else if (path.endsWith('/models')) sendJson(response, 200, MODELS)
    else if (wire === undefined) sendJson(response, 404, { error: { message: path } })
    else {
      const body = JSON.parse(text) as Readonly<Record<string, unknown>>
      const seen = wire.read(body)
      requests.push({ ...seen, body: text })
      // A title or a summary is asked for without tools.
      const step = seen.hasTools ? script[seen.results.length] : undefined
      wire.answer(step ?? { say: 'done' }, requests.length, response, { path, body })
    }
  })
  return { ...standIn, requests }
}

const MODELS = { object: 'list', data: [{ id: 'stand-in', object: 'model', owned_by: 'test' }] }
