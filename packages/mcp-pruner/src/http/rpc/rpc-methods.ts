// The methods of `/rpc`.

import { SERVER_NAME, VERSION } from '../../process/version.js'
import { METHOD_NOT_FOUND } from '../../rpc/codes.js'
import { negotiatedRevision } from '../../rpc/revisions.js'
import { RpcError } from '../../rpc/rpc-error.js'
import { invalidParams, type ParamIssue } from '../rpc-errors.js'
import { healthReport } from '../tools/health.js'
import type { ToolContext } from '../tools/service-tool.js'
import type { ToolSet } from '../tools/tool-set.js'
import type { Dispatch, Params } from './answer.js'

type NamedParams = Readonly<Record<string, unknown>>
type Method = (params: NamedParams, context: ToolContext) => unknown

export function createDispatch(tools: ToolSet, context: ToolContext): Dispatch {
  const methods = methodsOf(tools)
  return async (method, params) => {
    const run = methods.get(method)
    if (!run) {
      throw new RpcError(METHOD_NOT_FOUND, undefined, {
        method: method.slice(0, 200),
        methods: [...methods.keys()],
      })
    }
    return run(named(method, params), context)
  }
}

const methodsOf = (tools: ToolSet): ReadonlyMap<string, Method> =>
  new Map<string, Method>([
    ['initialize', initialize],
    ['notifications/initialized', () => ({})],
    ['ping', () => ({})],
    ['tools/list', () => ({ tools: tools.definitions })],
    ['tools/call', (params, context) => tools.call(params, context)],
    ['resources/list', () => ({ resources: [] })],
    ['resources/templates/list', () => ({ resourceTemplates: [] })],
    ['prompts/list', () => ({ prompts: [] })],
    ['health', healthReport],
  ])

/** A version that this server does not speak is answered with the newest that it does. */
function initialize(params: NamedParams): object {
  const wanted = params.protocolVersion ?? ''
  if (typeof wanted !== 'string') {
    throw wrong('initialize', 'protocolVersion', 'must be a string such as "2025-11-25"')
  }
  return {
    protocolVersion: negotiatedRevision(wanted),
    capabilities: { tools: { listChanged: false }, resources: {}, prompts: {} },
    serverInfo: { name: SERVER_NAME, version: VERSION },
    jeeves: { schemaVersion: 1 },
  }
}

function named(method: string, params: Params | undefined): NamedParams {
  if (params === undefined) return {}
  if (Array.isArray(params)) throw wrong(method, '', 'params go by name: send an object')
  return params as NamedParams
}

function wrong(method: string, path: string, message: string): RpcError {
  const issue: ParamIssue = { path, code: 'invalid_type', message }
  return invalidParams({ method }, [issue])
}
