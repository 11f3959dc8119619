// The error codes of JSON-RPC and MCP, and their messages. No other file spells one out.

export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
/** A failure of the transport, with the SDKs' code. */
export const SERVER_ERROR = -32000
/** The code for a missing resource before 2026-07-28; since then it is `INVALID_PARAMS`. */
export const RESOURCE_NOT_FOUND = -32002
/** The revision of a request is not supported (2026-07-28). */
export const UNSUPPORTED_REVISION = -32022

const MESSAGES: ReadonlyMap<number, string> = new Map([
  [PARSE_ERROR, 'Parse error'],
  [INVALID_REQUEST, 'Invalid Request'],
  [METHOD_NOT_FOUND, 'Method not found'],
  [INVALID_PARAMS, 'Invalid params'],
  [INTERNAL_ERROR, 'Internal error'],
])

/** The fixed message of one of the five codes of JSON-RPC itself. */
export const messageOf = (code: number): string => MESSAGES.get(code) ?? 'Server error'
