// Stands in for the model's API of any agent client: Anthropic Messages, OpenAI Responses and Chat Completions, and
// Gemini. Step n of the script answers the request with n results, so retries and side requests do no harm.

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
  /** What a tool that takes a text is given, in the API of OpenAI. */
  readonly script?: string
  /** Used at the same time, in the API of Anthropic. */
  readonly also?: readonly Required<Pick<AgentStep, 'use' | 'input'>>[]
  /** Reported to the client as the tokens of the request; it compacts when they are too many. */
  readonly inputTokens?: number
}

export interface SeenRequest {
  /** Every result of a tool so far, oldest first, as the model reads it. */
  readonly results: readonly string[]
  readonly hasTools: boolean
  readonly body: string
  /** When it came, on this process's own clock. */
  readonly atMs: number
}

export interface Wire {
  readonly path: RegExp
  read(body: Readonly<Record<string, unknown>>): Omit<SeenRequest, 'body' | 'atMs'>
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

/** A step may depend on the results so far: an id in one of them, say. */
export type ScriptStep = AgentStep | ((results: readonly string[]) => AgentStep)

/** Scripts of subagents, by a word of the task that they are given. */
export type SubagentScripts = Readonly<Record<string, readonly ScriptStep[]>>

export async function startAgentApi(
  script: readonly ScriptStep[],
  subagents: SubagentScripts = {},
): Promise<AgentApi> {
  const requests: SeenRequest[] = []
  const standIn = await listen((path, text, response) => {
    const wire = WIRES.find((each) => each.path.test(path))
    if (/count_?tokens$/i.test(path)) sendJson(response, 200, { input_tokens: 10, totalTokens: 10 })
    else if (path.endsWith('/models')) sendJson(response, 200, MODELS)
    else if (wire === undefined) sendJson(response, 404, { error: { message: path } })
    else {
      const body = JSON.parse(text) as Readonly<Record<string, unknown>>
      const seen = wire.read(body)
      requests.push({ ...seen, body: text, atMs: performance.now() })
      // A title or a summary is asked for without tools.
      const steps = subagents[subagentOf({ body: text }, Object.keys(subagents)) ?? ''] ?? script
      const next = seen.hasTools ? steps[seen.results.length] : undefined
      const step = typeof next === 'function' ? next(seen.results) : next
      wire.answer(step ?? { say: 'done' }, requests.length, response, { path, body })
    }
  })
  return { ...standIn, requests }
}

/** Whose conversation it is: its first message has the task. */
export function subagentOf(
  { body }: Pick<SeenRequest, 'body'>,
  words: readonly string[],
): string | undefined {
  const { messages } = JSON.parse(body) as { readonly messages?: readonly unknown[] }
  const first = JSON.stringify(messages?.[0] ?? '')
  return words.find((word) => first.includes(word))
}

const MODELS = { object: 'list', data: [{ id: 'stand-in', object: 'model', owned_by: 'test' }] }
