// Reads a request's body within two limits: its own size, and the total of all requests.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reservation } from './byte-budget.js'
import { HttpError } from './http-error.js'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body as text. Its bytes are counted in `reservation` until the request ends. */
export async function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  maxBytes: number,
  reservation: Reservation,
  mayOmitType = false,
): Promise<string> {
  refuseUnreadable(req, mayOmitType)
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  if (req.headers.expect) res.writeContinue()
  const bytes = await collect(req, maxBytes, reservation)
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new HttpError(400, 'not_utf8', 'the body is not valid UTF-8', { cause })
  }
}

/** With events, because leaving an iteration early destroys the socket that the answer needs. */
function collect(
  req: IncomingMessage,
  maxBytes: number,
  reservation: Reservation,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const refuse = (error: HttpError) => {
      req.off('data', onData)
      chunks.length = 0
      reject(error)
    }
    const onData = (chunk: Buffer) => {
      if (size + chunk.length > maxBytes) return refuse(tooLarge(maxBytes))
      if (!reservation.take(chunk.length)) return refuse(tooMuchHeld())
      size += chunk.length
      chunks.push(chunk)
    }
    req.on('data', onData)
    req.once('end', () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)),
    )
    req.once('error', () => refuse(incomplete()))
    req.once('close', () => {
      if (!req.complete) refuse(incomplete())
    })
  })
}

function refuseUnreadable({ headers }: IncomingMessage, mayOmitType: boolean): void {
  // A web page can send a body without a type to anyone; it cannot omit its origin.
  const isOmitted = mayOmitType && headers.origin === undefined
  const type = headers['content-type'] ?? (isOmitted ? 'application/json' : undefined)
  if (type === undefined || !/^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new HttpError(415, 'unsupported_media_type', 'send Content-Type: application/json')
  }
  // Read as UTF-8, such a text would often be valid and another one.
  const charset = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(type)?.[1] ?? 'utf-8'
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    const message = `send the body as UTF-8, not as ${charset}`
    throw new HttpError(415, 'unsupported_charset', message)
  }
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new HttpError(415, 'unsupported_encoding', 'send the body without Content-Encoding')
  }
}

const tooLarge = (maxBytes: number): HttpError =>
  new HttpError(413, 'body_too_large', `the body is over ${maxBytes} bytes`)

const tooMuchHeld = (): HttpError =>
  new HttpError(503, 'overloaded', 'as much as may be held is being read, made or written already')

const incomplete = (): HttpError =>
  new HttpError(400, 'body_incomplete', 'the body ended before it was complete')
