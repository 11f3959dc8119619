// JSON-RPC 2.0 over one HTTP body: a request, a notification, or a batch of them, independent of
// the methods.
import { classify } from '../../rpc/classify.js'
import { INVALID_REQUEST, PARSE_ERROR } from '../../rpc/codes.js'
import { type Id, isFields, isId } from '../../rpc/message.js'
import { errorResponse, RpcError } from '../../rpc/rpc-error.js'
import { answersTooLarge } from '../byte-budget.js'
import { overloadIn } from '../rpc-errors.js'
import type { ServiceLimits } from '../service-limits.js'

export type Params = Readonly<Record<string, unknown>> | readonly unknown[]

/** Throws `RpcError` for errors that the caller should see. */
export type Dispatch = (method: string, params: Params | undefined) => Promise<unknown>

export interface RpcAnswer {
  /** Absent when there were only notifications. */
  readonly body?: string
  /** Every call was refused because the queue is full. */
  readonly overloaded: boolean
}

interface Outcome {
  readonly json: string
  readonly overloaded: boolean
}

export async function answerRpc(
  body: string,
  dispatch: Dispatch,
  limits: Pick<ServiceLimits, 'batchSize' | 'answerBytes'>,
): Promise<RpcAnswer> {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : 'not JSON'
    return single(failure(null, new RpcError(PARSE_ERROR, undefined, { reason })))
  }
  if (!Array.isArray(parsed)) return single(await answerOne(parsed, dispatch))
  if (parsed.length === 0) {
    return single(failure(null, invalidRequest('a batch holds at least one request')))
  }
  const { batchSize, answerBytes } = limits
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
      // Dropped one by one, so that their total is never in memory at once.
      return outcome && chars > answerBytes
        ? failure(idIn(item), answersTooLarge(answerBytes))
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

/** The same error format for a request that never reached a method. */
export const rpcFailure = (error: RpcError): string => failure(null, error).json

const single = (outcome: Outcome | undefined): RpcAnswer =>
  outcome ? { body: outcome.json, overloaded: outcome.overloaded } : { overloaded: false }

async function answerOne(input: unknown, dispatch: Dispatch): Promise<Outcome | undefined> {
  const message = classify(input, 'json-rpc')
  if (message.kind === 'invalid') return failure(message.id, invalidRequest(message.reason))
  if (message.kind === 'response') {
    return failure(message.id, invalidRequest('a response without a request: send requests'))
  }
  const { params } = message
  if (params !== undefined && params !== null && typeof params !== 'object') {
    return failure(idIn(input), invalidRequest('"params" must be an object or an array'))
  }
  if (message.kind === 'notification') return undefined
  const { id, method } = message
  try {
    const result = await dispatch(method, (params ?? undefined) as Params | undefined)
    return { json: JSON.stringify({ jsonrpc: '2.0', id, result }), overloaded: false }
  } catch (error) {
    return failure(id, error)
  }
}

const idIn = (input: unknown): Id | null => {
  const id = isFields(input) ? input['id'] : undefined
  return isId(id) ? id : null
}

const invalidRequest = (reason: string, data: object = {}): RpcError =>
  new RpcError(INVALID_REQUEST, undefined, { reason, ...data })

const failure = (id: Id | null, error: unknown): Outcome => ({
  json: JSON.stringify(errorResponse(id, error)),
  overloaded: overloadIn(error) !== undefined,
})
