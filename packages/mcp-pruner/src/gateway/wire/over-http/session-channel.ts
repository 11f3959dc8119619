// One client's MCP session over Streamable HTTP. A request is answered by its own POST, byte for byte;
// messages that the servers send meanwhile go to the stream they belong to.
import type { ServerResponse } from 'node:http'
import { HttpError } from '../../../http/http-error.js'
import { send } from '../../../http/respond.js'
import type { Channel, Delivery } from '../../../rpc/channel.js'
import { INTERNAL_ERROR } from '../../../rpc/codes.js'
import { type Fields, type Id, isFields, isId, type Message } from '../../../rpc/message.js'
import { errorResponse, RpcError } from '../../../rpc/rpc-error.js'
import { type ProgressToken, progressToken } from '../client/progress.js'

interface Open {
  readonly res: ServerResponse
  readonly token: ProgressToken | undefined
  readonly canStream: boolean
}

/** Messages without an open stream; older ones are dropped. */
const MAX_WAITING = 100

export class SessionChannel implements Channel {
  onValue: Channel['onValue'] = () => {}
  onBroken: Channel['onBroken'] = () => {}
  onClose: Channel['onClose'] = () => {}
  readonly congested = false
  readonly #pingMs: number
  readonly #requests = new Map<Id, Open>()
  #listener: ServerResponse | undefined
  #waiting: string[] = []
  /** Messages received before anybody read. */
  #early: (() => void)[] | undefined = []
  #closed = false

  /** Keep-alive interval of an idle stream. */
  constructor(pingMs: number) {
    this.#pingMs = pingMs
  }

  get isIdle(): boolean {
    return this.#requests.size === 0 && this.#listener === undefined
  }

  /** What was received so far is read now. */
  open(): void {
    const early = this.#early ?? []
    this.#early = undefined
    for (const deliver of early) deliver()
  }

  /** A message of the client; throws `HttpError` if it is not one. */
  receive(message: unknown, text: string, res: ServerResponse): void {
    if (!isFields(message))
      throw new HttpError(400, 'invalid_request', 'send one message, not a batch')
    const { id, method } = message
    if (typeof method === 'string' && id !== undefined) this.#expect(id, message, res)
    else res.writeHead(202).end()
    const deliver = () => this.onValue(message, text)
    if (this.#early) this.#early.push(deliver)
    else deliver()
  }

  #expect(id: unknown, { params }: Fields, res: ServerResponse): void {
    if (!isId(id))
      throw new HttpError(400, 'invalid_request', '"id" must be a string or an integer')
    if (this.#requests.has(id)) {
      throw new HttpError(400, 'id_in_use', `the request ${JSON.stringify(id)} is not answered yet`)
    }
    const token = progressToken(isFields(params) ? params : undefined)
    const open = { res, token, canStream: accepts(res) }
    this.#requests.set(id, open)
    if (open.canStream) this.#keepAlive(res)
    // Its call continues: a broken connection is not a cancellation.
    res.once('close', () => {
      if (this.#requests.get(id) === open) this.#requests.delete(id)
    })
  }

  /** The stream for messages that belong to no request. */
  listen(res: ServerResponse): void {
    if (!accepts(res)) throw new HttpError(406, 'not_acceptable', 'send Accept: text/event-stream')
    if (this.#listener) throw new HttpError(409, 'stream_open', 'the session has a stream already')
    this.#listener = res
    stream(res)
    this.#keepAlive(res)
    for (const text of this.#waiting.splice(0)) event(res, text)
    res.once('close', () => {
      this.#listener = undefined
    })
  }

  #keepAlive(res: ServerResponse): void {
    const ping = setInterval(() => {
      stream(res)
      res.write(':\n\n')
    }, this.#pingMs)
    ping.unref()
    res.once('close', () => clearInterval(ping))
  }

  send(message: Message, delivery?: Delivery): void {
    const text = JSON.stringify(message)
    const res = this.#streamFor(message)
    if (delivery) delivery.wasSent = res !== undefined
    if (res) return event(res, text)
    this.#waiting.push(text)
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift()
  }

  #streamFor({ method, params }: Message): ServerResponse | undefined {
    const open = [...this.#requests.values()].filter(({ canStream }) => canStream)
    if (method === 'notifications/progress') {
      const token = params?.['progressToken']
      return open.find((request) => request.token === token)?.res
    }
    return this.#listener ?? open.at(-1)?.res
  }

  sendText(text: string, to?: Id | null): void {
    const open = to === undefined || to === null ? undefined : this.#requests.get(to)
    if (!open || to === undefined || to === null) return
    this.#requests.delete(to)
    const { res } = open
    if (!res.headersSent) return send(res, 200, text)
    event(res, text)
    res.end()
  }

  /** Waiting requests get an error that explains why there will be no answer. */
  fail(reason: string): void {
    for (const id of this.#requests.keys()) {
      this.sendText(JSON.stringify(errorResponse(id, new RpcError(INTERNAL_ERROR, reason))), id)
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.fail('the session was ended')
    this.#listener?.end()
    this.onClose('it was closed')
  }
}

const accepts = (res: ServerResponse): boolean =>
  (res.req.headers.accept ?? '').includes('text/event-stream')

function stream(res: ServerResponse): void {
  if (res.headersSent) return
  res.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  res.flushHeaders()
}

/** Line breaks of JSON are between its tokens, never in its strings. */
function event(res: ServerResponse, json: string): void {
  stream(res)
  res.write(`event: message\ndata: ${json.replaceAll(/[\r\n]+/g, ' ')}\n\n`)
}
