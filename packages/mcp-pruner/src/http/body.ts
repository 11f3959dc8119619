// Reading a request's body within bounds: its own size, and what all requests together may hold.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpError } from './http-error.js'

/** Bytes of all bodies that are being read or worked on. */
export class HeldBytes {
  readonly limit: number
  #bytes = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get bytes(): number {
    return this.#bytes
  }

  take(bytes: number): boolean {
    if (this.#bytes + bytes > this.limit) return false
    this.#bytes += bytes
    return true
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body as text. What it holds is counted in `held` until the response is closed. */
export async function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  maxBytes: number,
  held: HeldBytes,
): Promise<string> {
  refuseUnreadable(req)
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  if (req.headers.expect) res.writeContinue()
  let size = 0
  res.once('close', () => held.release(size))
  const chunks: Buffer[] = []
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      if (size + chunk.length > maxBytes) throw tooLarge(maxBytes)
      if (!held.take(chunk.length)) {
        throw new HttpError(503, 'overloaded', `request bodies hold ${held.limit} bytes already`)
      }
      size += chunk.length
      chunks.push(chunk)
    }
  } catch (cause) {
    if (cause instanceof HttpError) throw cause
    throw new HttpError(400, 'body_incomplete', 'the body ended before it was complete', { cause })
  }
  try {
    return utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size))
  } catch (cause) {
    throw new HttpError(400, 'not_utf8', 'the body is not valid UTF-8', { cause })
  }
}

function refuseUnreadable({ headers }: IncomingMessage): void {
  const type = headers['content-type']
  if (type !== undefined && !/^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new HttpError(415, 'unsupported_media_type', 'send Content-Type: application/json')
  }
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new HttpError(415, 'unsupported_encoding', 'send the body without Content-Encoding')
  }
}

const tooLarge = (maxBytes: number): HttpError =>
  new HttpError(413, 'body_too_large', `the body is over ${maxBytes} bytes`)
