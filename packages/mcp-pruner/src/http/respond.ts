// Writing answers.

import type { ServerResponse } from 'node:http'
import { INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR } from '../rpc/codes.js'
import { RpcError } from '../rpc/rpc-error.js'
import type { HttpError } from './http-error.js'
import { rpcFailure } from './rpc/answer.js'
import { RETRY_AFTER_S } from './rpc-errors.js'

export function send(
  res: ServerResponse,
  status: number,
  body: string,
  contentType = 'application/json; charset=utf-8',
): void {
  if (res.headersSent || res.destroyed) return
  if (status === 503) res.setHeader('retry-after', RETRY_AFTER_S)
  const bytes = Buffer.from(body)
  res.writeHead(status, {
    'content-type': contentType,
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  res.end(bytes)
}

export const sendJson = (res: ServerResponse, status: number, body: object): void =>
  send(res, status, JSON.stringify(body))

export type ErrorShape = 'rpc' | 'plain'

export function sendError(
  res: ServerResponse,
  { status, code, message }: Pick<HttpError, 'status' | 'code' | 'message'>,
  shape: ErrorShape,
): void {
  if (shape === 'plain') sendJson(res, status, { error: { code, message } })
  else send(res, status, rpcFailure(new RpcError(rpcCode(status, code), message, { code })))
}

function rpcCode(status: number, code: string): number {
  if (code === 'not_utf8' || code === 'not_json') return PARSE_ERROR
  return status >= 500 ? INTERNAL_ERROR : INVALID_REQUEST
}
