// What happens to every request, whatever its path: who may ask, how much may be sent, what is counted,
// and what becomes of an error.
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { EmitEvent } from '../process/events.js'
import { type AccessPolicy, refusalOf } from './access.js'
import { type HeldBytes, readBody } from './body.js'
import { HttpError } from './http-error.js'
import type { ServiceLimits } from './limits.js'
import type { ServiceMetrics } from './metrics.js'
import { sendError } from './respond.js'
import type { Route } from './routes.js'
import { OverloadedError } from './rpc/errors.js'

export interface ListenerParts {
  readonly routes: ReadonlyMap<string, Route>
  readonly access: AccessPolicy
  readonly held: HeldBytes
  readonly limits: ServiceLimits
  readonly metrics: Pick<ServiceMetrics, 'request'>
  readonly emit: EmitEvent
  /** Requests under way, counted for a graceful end. */
  readonly underWay: UnderWay
}

/** What nginx logs for a caller that went away; never sent. */
const CALLER_GONE = 499

export function createRequestListener(parts: ListenerParts): RequestListener {
  const { routes, metrics, emit, underWay } = parts
  return (req, res) => {
    const started = performance.now()
    const requestId = randomUUID()
    const path = req.url?.split('?', 1)[0] ?? ''
    const route = routes.get(path)
    const gone = new AbortController()
    setMaxListeners(0, gone.signal) // the calls of one batch all listen to it
    underWay.begin(req)
    res.once('close', () => {
      if (!res.writableFinished) gone.abort()
      const status = res.writableFinished ? res.statusCode : CALLER_GONE
      const ms = performance.now() - started
      metrics.request(route ? path : 'other', status, ms / 1000)
      emit('debug', 'http.request', {
        request_id: requestId,
        data: { method: req.method, path: path.slice(0, 200), status, duration_ms: Math.round(ms) },
      })
      underWay.end(req)
    })
    const context = { requestId, signal: gone.signal }
    answer(parts, route, req, res, context).catch((error: unknown) => {
      if (gone.signal.aborted) return
      fail(error, route, req, res, (message) =>
        emit('error', 'http.internal_error', { request_id: requestId, data: { path, message } }),
      )
    })
  }
}

async function answer(
  { access, held, limits, underWay }: ListenerParts,
  route: Route | undefined,
  req: IncomingMessage,
  res: ServerResponse,
  context: { readonly requestId: string; readonly signal: AbortSignal },
): Promise<void> {
  const refusal = refusalOf(req.headers, access, !route?.open)
  if (refusal) {
    if (refusal.status === 401) res.setHeader('www-authenticate', 'Bearer')
    throw new HttpError(refusal.status, refusal.code, refusal.message)
  }
  if (underWay.stopping) throw new HttpError(503, 'stopping', 'the service is stopping')
  if (!route) throw new HttpError(404, 'not_found', 'no such path')
  const handler = route.methods[req.method ?? '']
  if (!handler) {
    const allowed = Object.keys(route.methods).join(', ')
    res.setHeader('allow', allowed)
    throw new HttpError(405, 'method_not_allowed', `use ${allowed}`)
  }
  const body = () => readBody(req, res, limits.bodyBytes, held)
  return handler({ req, res, context, body })
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
  if (error instanceof OverloadedError) {
    return new HttpError(503, 'overloaded', error.reason)
  }
  return error instanceof HttpError ? error : undefined
}

/** How long the rest of a refused body is read and thrown away, so that its sender reads the answer. */
const LINGER_MS = 1_000

function closeAfterAnswer(req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('connection', 'close')
  res.shouldKeepAlive = false
  req.resume()
  const { socket } = req // the request lets go of it once it has been answered
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

export class UnderWay {
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

/** An event stream stays open for as long as its client likes: nothing to wait for. */
const counts = (req: IncomingMessage): boolean => req.method !== 'GET'
