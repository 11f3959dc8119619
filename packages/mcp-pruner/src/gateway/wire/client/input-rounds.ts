// A server of the older revisions asks its client during a call; a client of 2026-07-28 is asked by the
// call's result, and calls again with the answers. The server's call is held open in between.
import { randomUUID } from 'node:crypto'
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../../../rpc/codes.js'
import { type Fields, isFields } from '../../../rpc/message.js'
import type { IncomingRequest } from '../../../rpc/peer.js'
import { RpcError } from '../../../rpc/rpc-error.js'
import { type Deferred, deferred } from '../../deferred.js'

const STATE_PREFIX = 'mcp-pruner-held:'
/** A client that never returns its answers must not hold a server's call for ever. */
const SUSPENDED_MS = 600_000

interface Ask {
  readonly method: string
  readonly params: Fields | undefined
  readonly answered: Deferred<unknown>
}

interface PendingCall {
  readonly result: Promise<unknown>
  readonly capabilities: Fields
  readonly stop: AbortController
  readonly asks: Map<string, Ask>
  asked: Deferred<void>
}

/** The capability that a client needs to be asked. */
const CAPABILITY: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
}

export class InputRounds {
  readonly #suspended = new Map<string, PendingCall>()
  /** In progress, newest last: a server's question belongs to one of them. */
  readonly #running = new Set<PendingCall>()
  #next = 1

  async run(
    request: IncomingRequest,
    capabilities: Fields,
    work: (request: IncomingRequest) => Promise<unknown>,
  ): Promise<unknown> {
    const state = request.params?.['requestState']
    const isOurs = typeof state === 'string' && state.startsWith(STATE_PREFIX)
    const call = isOurs ? this.#resume(state, request) : this.#start(request, capabilities, work)
    const onAbort = () => call.stop.abort(request.signal.reason)
    request.signal.addEventListener('abort', onAbort)
    try {
      const asks = call.asks.size > 0 ? Promise.resolve() : call.asked.promise
      const first = await Promise.race([call.result.then((result) => ({ result })), asks])
      return first ? first.result : this.#suspend(call)
    } finally {
      request.signal.removeEventListener('abort', onAbort)
    }
  }

  /** A server's question to the client, returned as the result of the newest call. */
  async ask({ method, params, signal }: IncomingRequest): Promise<unknown> {
    const call = [...this.#running].at(-1)
    const capability = CAPABILITY[method]
    if (!call || capability === undefined || call.capabilities[capability] === undefined) {
      throw new RpcError(METHOD_NOT_FOUND)
    }
    const answered = deferred<unknown>()
    const key = `input-${this.#next++}`
    call.asks.set(key, { method, params, answered })
    signal.addEventListener('abort', () => {
      call.asks.delete(key)
      answered.reject(new Error(String(signal.reason)))
    })
    call.asked.resolve()
    return answered.promise
  }

  #start(
    request: IncomingRequest,
    capabilities: Fields,
    work: (request: IncomingRequest) => Promise<unknown>,
  ): PendingCall {
    const stop = new AbortController()
    const result = work({ ...request, signal: stop.signal })
    const call: PendingCall = {
      result,
      capabilities,
      stop,
      asks: new Map(),
      asked: deferred<void>(),
    }
    this.#running.add(call)
    const done = () => this.#running.delete(call)
    result.then(done, done)
    return call
  }

  #suspend(call: PendingCall): Fields {
    const id = randomUUID()
    this.#suspended.set(id, call)
    const timer = setTimeout(() => call.stop.abort('the client did not answer'), SUSPENDED_MS)
    timer.unref()
    const forget = () => {
      clearTimeout(timer)
      this.#suspended.delete(id)
    }
    call.result.then(forget, forget)
    call.asked = deferred<void>()
    const inputRequests = Object.fromEntries(
      [...call.asks].map(([key, { method, params }]) => [
        key,
        { method, ...(params && { params }) },
      ]),
    )
    return { resultType: 'input_required', inputRequests, requestState: `${STATE_PREFIX}${id}` }
  }

  #resume(state: string, { params }: IncomingRequest): PendingCall {
    const id = state.slice(STATE_PREFIX.length)
    const call = this.#suspended.get(id)
    if (!call) {
      throw new RpcError(INVALID_PARAMS, 'Invalid or expired requestState', {
        reason: 'invalid_request_state',
      })
    }
    this.#suspended.delete(id)
    const responses = params?.['inputResponses']
    for (const [key, { answered }] of call.asks) {
      const response = isFields(responses) ? responses[key] : undefined
      if (response === undefined) continue
      call.asks.delete(key)
      answered.resolve(response)
    }
    return call
  }
}
