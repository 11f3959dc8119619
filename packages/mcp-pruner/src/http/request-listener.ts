// The handling common to all requests, whatever the path: access, size limits, metrics
// and errors.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Canceller } from '@jeeves/mcp-runtime'
import type { EmitEvent } from '../process/events.js'
import { type AccessPolicy, callerOf, refusalOf } from './access.js'
import { readBody } from './body.js'
import { type ByteBudget, createExchange, type Reservation } from './byte-budget.js'
import { asCaller } from './callers.js'
import { HttpError } from './http-error.js'
import type { ServiceMetrics } from './metrics.js'
import { sendError } from './respond.js'
import type { Route } from './routes.js'
import { overloadIn } from './rpc-errors.js'
import type { ServiceLimits } from './service-limits.js'
import type { ToolContext } from './tools/service-tool.js'

export interface ListenerParts {
  readonly routes: ReadonlyMap<string, Route>
  readonly access: AccessPolicy
  readonly byteBudget: ByteBudget
  readonly limits: ServiceLimits
  readonly metrics: Pick<ServiceMetrics, 'request'>
  readonly emit: EmitEvent
  /** Requests in progress, counted for a graceful shutdown. */
  readonly underWay: UnderWay
}

/** nginx's status for a disconnected caller; never sent. */
const CALLER_GONE = 499

/** The reason that `abort` would make for each request, with a stack. */
const CLOSED = new DOMException('This operation was aborted', 'AbortError')

export function createRequestListener(parts: ListenerParts): RequestListener {
  const { routes, metrics, emit, underWay } = parts
  return (req, res) => {
    const started = performance.now()
    const requestId = randomUUID()
    const path = req.url?.split('?', 1)[0] ?? ''
    const route = routes.get(path)
    const ended = new Canceller()
    const reservation = parts.byteBudget.open()
    underWay.begin(req)
    if (underWay.draining) res.setHeader('connection', 'close')
    res.once('close', () => {
      ended.abort(CLOSED)
      reservation.end()
      const status = res.writableFinished ? res.statusCode : CALLER_GONE
      const ms = performance.now() - started
      metrics.request(route ? path : 'other', status, ms / 1000)
      emit('debug', 'http.request', {
        request_id: requestId,
        data: { method: req.method, path: path.slice(0, 200), status, duration_ms: Math.round(ms) },
      })
      underWay.end(req)
    })
    const exchange = createExchange(reservation, parts.byteBudget, parts.limits.answerBytes, ended)
    const context = { requestId, signal: ended, exchange }
    answer(parts, route, req, res, context, reservation).catch(async (error: unknown) => {
      await drain(req, parts.limits)
      if (ended.aborted) return
      fail(error, route, req, res, (message) =>
        emit('error', 'http.internal_error', { request_id: requestId, data: { path, message } }),
      )
    })
  }
}

async function answer(
  { access, limits, routes, underWay }: ListenerParts,
  route: Route | undefined,
  req: IncomingMessage,
  res: ServerResponse,
  context: ToolContext,
  reservation: Reservation,
): Promise<void> {
  refuseSecondHost(req)
  const refusal = refusalOf(req.headers, access, !route?.open)
  if (refusal) {
    if (refusal.status === 401) res.setHeader('www-authenticate', 'Bearer')
    throw new HttpError(refusal.status, refusal.code, refusal.message)
  }
  if (underWay.stopping) throw new HttpError(503, 'stopping', 'the service is stopping')
  if (!route) throw new HttpError(404, 'not_found', `use ${[...routes.keys()].join(', ')}`)
  const handler = route.methods[req.method ?? '']
  if (!handler) {
    const allowed = Object.keys(route.methods).join(', ')
    res.setHeader('allow', allowed)
    throw new HttpError(405, 'method_not_allowed', `use ${allowed}`)
  }
  const body = () => readBody(req, res, limits.bodyBytes, reservation, route.mayOmitType)
  const handle = () => handler({ req, res, context, body })
  // Work that is followed through every promise costs each of them; without names there is nothing to follow.
  if (!access.callers?.length) return handle()
  return asCaller(callerOf(req.headers, access)?.name, handle)
}

function fail(
  error: unknown,
  route: Route | undefined,
  req: IncomingMessage,
  res: ServerResponse,
  report: (message: string) => void,
): void {
  const known = asHttpError(error)
  if (!known) report(error instanceof Error ? (error.stack ?? error.message) : String(error))
  if (!req.complete) closeAfterAnswer(req, res)
  const shown = known ?? new HttpError(500, 'internal_error', 'Internal error')
  sendError(res, shown, route?.errors ?? 'plain')
}

const asHttpError = (error: unknown): HttpError | undefined => {
  const overload = overloadIn(error)
  if (overload !== undefined) return new HttpError(503, 'overloaded', overload)
  return error instanceof HttpError ? error : undefined
}

/** The rest of the body is not read after that. */
function closeAfterAnswer(req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('connection', 'close')
  res.shouldKeepAlive = false
  req.resume()
  const { socket } = req // the request releases it after the answer
  res.once('finish', () => socket.destroySoon())
}

/**
 * Reads and discards the rest of a refused body, within limits: many callers read no answer before they
 * have sent everything, and an answer to a closed connection is lost.
 */
function drain(
  req: IncomingMessage,
  { drainBytes, drainMs }: Pick<ServiceLimits, 'drainBytes' | 'drainMs'>,
): Promise<void> {
  // A caller that waits for `100 Continue` has sent nothing.
  if (req.complete || req.destroyed || req.headers.expect) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(done, drainMs)
    req.on('data', onData).once('end', done).once('error', done).once('close', done).resume()

    function onData(chunk: Buffer): void {
      bytes += chunk.length
      if (bytes > drainBytes) done()
    }
    function done(): void {
      clearTimeout(timer)
      req.off('data', onData)
      resolve()
    }
  })
}

/** Two parsers of one request must not see two hosts. */
function refuseSecondHost({ rawHeaders }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw new HttpError(400, 'second_host', 'send one Host header')
}

export class UnderWay {
  /** Shutting down: everything is still answered, on connections that are not kept alive. */
  draining = false
  stopping = false
  #count = 0
  #whenNone: (() => void) | undefined

  begin(req: IncomingMessage): void {
    if (counts(req)) this.#count += 1
  }

  end(req: IncomingMessage): void {
    if (counts(req) && --this.#count === 0) this.#whenNone?.()
  }

  async finished(): Promise<void> {
    if (this.#count > 0) {
      await new Promise<void>((resolve) => {
        this.#whenNone = resolve
      })
    }
  }
}

/** An event stream stays open for as long as its client likes: not waited for. */
const counts = (req: IncomingMessage): boolean => req.method !== 'GET'
