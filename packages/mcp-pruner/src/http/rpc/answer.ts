// JSON-RPC 2.0 over one HTTP body: a request, a notification, or a batch of them. What a method does is
// not known here.
import { RpcError } from '../../rpc/rpc-error.js'
import type { ServiceLimits } from '../limits.js'
import { INTERNAL_ERROR, INVALID_REQUEST, OverloadedError, PARSE_ERROR } from './errors.js'

export type Params = Readonly<Record<string, unknown>> | readonly unknown[]

/** Throws `RpcError` for anything that the caller should be told. */
export type Dispatch = (method: string, params: Params | undefined) => Promise<unknown>

export interface RpcAnswer {
  /** Absent when there were only notifications. */
  readonly body?: string
  /** Every call was refused because too much is waiting. */
  readonly overloaded: boolean
}

interface Call {
  readonly id: string | number | null
  readonly method: string
  readonly params: Params | undefined
}

type Message = Call | 'notification' | RpcError

interface Outcome {
  readonly json: string
  readonly overloaded: boolean
}

export async function answerRpc(
  body: string,
  dispatch: Dispatch,
  limits: Pick<ServiceLimits, 'batchSize' | 'batchAnswerChars'>,
): Promise<RpcAnswer> {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : 'not JSON'
    return single(failure(null, new RpcError(PARSE_ERROR, 'Parse error', { reason })))
  }
  if (!Array.isArray(parsed)) return single(await answerOne(parsed, dispatch))
  if (parsed.length === 0) {
    return single(failure(null, invalidRequest('a batch holds at least one request')))
  }
  const { batchSize, batchAnswerChars } = limits
  if (parsed.length > batchSize) {
    const data = { limit: batchSize, actual: parsed.length }
    return single(
      failure(null, invalidRequest(`a batch holds at most ${batchSize} requests`, data)),
    )
  }
  let chars = 0
  const answers = await Promise.all(
    parsed.map(async (item) => {
      const outcome = await answerOne(item, dispatch)
      chars += outcome?.json.length ?? 0
      // Dropped here, one by one, so that what they add up to is never held at once.
      return outcome && chars > batchAnswerChars
        ? failure(readId(item) ?? null, answersTooLarge(batchAnswerChars))
        : outcome
    }),
  )
  const outcomes = answers.filter((outcome) => outcome !== undefined)
  if (outcomes.length === 0) return { overloaded: false }
  return {
    body: `[${outcomes.map((outcome) => outcome.json).join(',')}]`,
    overloaded: outcomes.every((outcome) => outcome.overloaded),
  }
}

/** What a request that never reached a method is told, in the same shape. */
export const rpcFailure = (error: RpcError): string => failure(null, error).json

const single = (outcome: Outcome | undefined): RpcAnswer =>
  outcome ? { body: outcome.json, overloaded: outcome.overloaded } : { overloaded: false }

async function answerOne(input: unknown, dispatch: Dispatch): Promise<Outcome | undefined> {
  const message = readMessage(input)
  if (message === 'notification') return undefined
  if (message instanceof RpcError) return failure(readId(input) ?? null, message)
  try {
    const result = await dispatch(message.method, message.params)
    return {
      json: JSON.stringify({ jsonrpc: '2.0', id: message.id, result }),
      overloaded: false,
    }
  } catch (error) {
    return failure(message.id, error)
  }
}

function readMessage(input: unknown): Message {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return invalidRequest('a request is a JSON object')
  }
  const message = input as Readonly<Record<string, unknown>>
  if (message.jsonrpc !== '2.0') return invalidRequest('"jsonrpc" must be "2.0"')
  if (typeof message.method !== 'string') return invalidRequest('"method" must be a string')
  const hasId = Object.hasOwn(message, 'id')
  const id = readId(input)
  if (hasId && id === undefined) {
    return invalidRequest('"id" must be a string, a number or null')
  }
  const params = message.params ?? undefined
  if (params !== undefined && typeof params !== 'object') {
    return invalidRequest('"params" must be an object or an array')
  }
  if (!hasId) return 'notification'
  return { id: id ?? null, method: message.method, params: params as Params | undefined }
}

function readId(input: unknown): string | number | null | undefined {
  const id = (input as Readonly<Record<string, unknown>> | null)?.id
  return typeof id === 'string' || typeof id === 'number' || id === null ? id : undefined
}

const invalidRequest = (reason: string, data: object = {}): RpcError =>
  new RpcError(INVALID_REQUEST, 'Invalid Request', { reason, ...data })

const answersTooLarge = (limit: number): RpcError =>
  invalidRequest(`the answers to a batch hold at most ${limit} characters: ask one by one`, {
    code: 'answer_too_large',
    limit,
  })

function failure(id: string | number | null, error: unknown): Outcome {
  const known =
    error instanceof RpcError ? error : new RpcError(INTERNAL_ERROR, 'Internal error', undefined)
  const { code, message, data } = known
  return {
    json: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } }),
    overloaded: error instanceof OverloadedError,
  }
}
