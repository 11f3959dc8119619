// Whether a swe-pruner is listening at the default address, and ready. Checked only when something is to be pruned, and
// before any user content is sent there: another program may own that port. It must report its health in a swe-pruner's
// format and prune a fixed short text as one does.
import { connect } from 'node:net'
import { SwePrunerResponseSchema } from '@jeeves/contracts'
import * as z from 'zod'
import { inventedLines } from './verbatim.js'

const PROBE_MS = 250
const REMEMBER_MS = 60_000
const MAX_ANSWER_CHARS = 65_536

/** The only text it is sent before it is identified. */
const PROBE_REQUEST = {
  query: 'Which function adds two numbers?',
  code: 'def add(a, b):\n    return a + b\n\n\ndef greet(name):\n    print(name)\n',
} as const

export interface Probe {
  isReady(): Promise<boolean>
  /** It was there and failed: treated as not ready until the next probe. */
  gone(): void
}

export function createProbe(prunerUrl: string, limitMs = PROBE_MS): Probe {
  let known: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  return {
    isReady() {
      if (!known || performance.now() - known.at > REMEMBER_MS) {
        known = { at: performance.now(), answer: isPruner(new URL(prunerUrl), limitMs) }
      }
      return known.answer
    },
    gone() {
      known = { at: performance.now(), answer: Promise.resolve(false) }
    },
  }
}

async function isPruner(prune: URL, limitMs: number): Promise<boolean> {
  const signal = AbortSignal.timeout(limitMs)
  if (!(await isListening(prune, signal))) return false
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

/** Usually nothing listens: a refused connection shows that before any HTTP code is loaded. */
const isListening = ({ hostname, port }: URL, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 80),
      signal,
    })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true)).on('error', () => end(false))
  })

async function ask(url: URL, body: object | undefined, signal: AbortSignal): Promise<unknown> {
  const { request } = await import('node:http')
  return new Promise((resolve) => {
    const headers = body && { 'content-type': 'application/json' }
    const method = body ? 'POST' : 'GET'
    const asked = request(url, { agent: false, method, headers, signal }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (text.length > MAX_ANSWER_CHARS) asked.destroy()
      })
      response.on('end', () => resolve(response.statusCode === 200 ? parsed(text) : undefined))
      response.on('close', () => resolve(undefined))
    })
    asked.on('error', () => resolve(undefined))
    asked.end(body && JSON.stringify(body))
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
