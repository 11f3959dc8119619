// The kind of a parsed value in JSON-RPC 2.0. The one place that decides it, for every transport.
import { type Fields, type Id, isFields, isId } from './message.js'

export type Classified =
  | {
      readonly kind: 'request'
      readonly id: Id | null
      readonly method: string
      readonly params: unknown
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | {
      readonly kind: 'response'
      readonly id: Id | null
      readonly message: Fields
      /** Absent if the response conforms to JSON-RPC 2.0. */
      readonly fault?: string
    }
  | { readonly kind: 'invalid'; readonly id: Id | null; readonly reason: string }

/** MCP narrows the ids of JSON-RPC, which may be null or a fraction too, to strings and integers. */
export type IdRule = 'mcp' | 'json-rpc'

export function classify(value: unknown, rule: IdRule = 'mcp'): Classified {
  if (!isFields(value)) return invalid(null, 'a message is a JSON object')
  const { jsonrpc, method, params } = value
  const id = isId(value['id']) ? value['id'] : null
  const isVersion2 = jsonrpc === '2.0'
  if (method === undefined && ('result' in value || 'error' in value)) {
    const fault = responseFault(value, isVersion2)
    return { kind: 'response', id, message: value, ...(fault !== undefined && { fault }) }
  }
  if (!isVersion2) return invalid(id, '"jsonrpc" must be "2.0"')
  if (typeof method !== 'string') return invalid(id, '"method" must be a string')
  if (!Object.hasOwn(value, 'id')) return { kind: 'notification', method, params }
  if (rule === 'json-rpc') {
    return id !== null || value['id'] === null
      ? { kind: 'request', id, method, params }
      : invalid(null, '"id" must be a string, a number that JSON can carry or null')
  }
  return typeof id === 'string' || Number.isInteger(id)
    ? { kind: 'request', id, method, params }
    : invalid(null, '"id" must be a string or an integer that JSON can carry')
}

function responseFault(value: Fields, isVersion2: boolean): string | undefined {
  if (!isVersion2) return 'its "jsonrpc" is not "2.0"'
  if (!('error' in value)) return undefined
  if ('result' in value) return 'it holds both a result and an error'
  return isFields(value['error']) ? undefined : 'its error is not an object'
}

const invalid = (id: Id | null, reason: string): Classified => ({ kind: 'invalid', id, reason })
