// Whether the listening program is a swe-pruner: it must report its health in a swe-pruner's format and prune a fixed
// short text as one does. Loaded only if something listens: it needs HTTP and the schemas.
import { request } from 'node:http'
import { SwePrunerResponseSchema } from '@jeeves/contracts'
import * as z from 'zod'
import { inventedLines } from './verbatim.js'

const MAX_ANSWER_CHARS = 65_536

/** The only text it is sent before it is identified. */
const PROBE_REQUEST = {
  query: 'Which function adds two numbers?',
  code: 'def add(a, b):\n    return a + b\n\n\ndef greet(name):\n    print(name)\n',
} as const

export async function provesItself(prune: URL, signal: AbortSignal): Promise<boolean> {
  const health = await ask(new URL('/health', prune), undefined, signal)
  if (!HealthSchema.safeParse(health).success) return false
  const { data } = AnswerSchema.safeParse(await ask(prune, PROBE_REQUEST, signal))
  return data !== undefined && isAnswer(data)
}

/** A pruner that is still loading reports another status, or that its model is not loaded. */
const HealthSchema = z.object({
  status: z.literal('healthy'),
  model_loaded: z.literal(true).optional(),
})

/** No fields beyond those that a swe-pruner, or this service in its place, sends. */
const AnswerSchema = SwePrunerResponseSchema.extend({
  token_scores: z.array(z.unknown()).optional(),
  model_input_token_cnt: z.number().int().nonnegative().optional(),
  prune_id: z.string().optional(),
}).strict()

const LINE_COUNT = PROBE_REQUEST.code.split('\n').length

const isAnswer = (answer: z.infer<typeof AnswerSchema>): boolean =>
  (answer.error_msg === null || answer.error_msg === '') &&
  answer.origin_token_cnt > 0 &&
  answer.left_token_cnt <= answer.origin_token_cnt &&
  answer.score >= 0 &&
  answer.score <= 1 &&
  answer.kept_frags.every((line) => line <= LINE_COUNT) &&
  answer.pruned_code.trim() !== '' &&
  inventedLines(PROBE_REQUEST.code, answer.pruned_code) === 0

const ask = (url: URL, body: object | undefined, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    const headers = body && { 'content-type': 'application/json' }
    const method = body ? 'POST' : 'GET'
    const clientRequest = request(url, { agent: false, method, headers, signal }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (text.length > MAX_ANSWER_CHARS) clientRequest.destroy()
      })
      response.on('end', () => resolve(response.statusCode === 200 ? parsed(text) : undefined))
      response.on('close', () => resolve(undefined))
    })
    clientRequest.on('error', () => resolve(undefined))
    clientRequest.end(body && JSON.stringify(body))
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
