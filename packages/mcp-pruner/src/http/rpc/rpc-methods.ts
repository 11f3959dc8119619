// The methods of `/rpc`.

import { RequestInvalid } from '../../call/invalid-params.js'
import {
  checkParams,
  InitializeParams,
  initializeResult,
  ListParams,
} from '../../call/mcp-params.js'
import { METHOD_NOT_FOUND } from '../../rpc/codes.js'
import { RpcError } from '../../rpc/rpc-error.js'
import { healthReport } from '../tools/health.js'
import type { ToolContext } from '../tools/service-tool.js'
import type { ToolSet } from '../tools/tool-set.js'
import type { Dispatch, Params } from './answer.js'

type NamedParams = Readonly<Record<string, unknown>>
type Method = (params: NamedParams, context: ToolContext) => unknown

export function createDispatch(tools: ToolSet): (context: ToolContext) => Dispatch {
  const methods = methodsOf(tools)
  return (context) => async (method, params) => {
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
    ['tools/list', listTools(tools)],
    ['tools/call', (params, context) => tools.call(params, context)],
    ['resources/list', () => ({ resources: [] })],
    ['resources/templates/list', () => ({ resourceTemplates: [] })],
    ['prompts/list', () => ({ prompts: [] })],
    ['health', healthReport],
  ])

const listTools =
  (tools: ToolSet): Method =>
  (params) => {
    checkParams(ListParams, 'tools/list', params)
    return { tools: tools.definitions }
  }

/** Seed 003's callers send no version; a missing or unsupported one is answered with the newest. */
const RpcInitializeParams = InitializeParams.partial()

function initialize(params: NamedParams): object {
  const { protocolVersion: wanted = '' } = checkParams(RpcInitializeParams, 'initialize', params)
  return initializeResult(wanted, {
    capabilities: { tools: { listChanged: false }, resources: {}, prompts: {} },
  })
}

function named(method: string, params: Params | undefined): NamedParams {
  if (params === undefined) return {}
  if (!Array.isArray(params)) return params as NamedParams
  const message = 'params go by name: send an object'
  throw new RequestInvalid(method, [{ path: [], code: 'invalid_type', message }])
}
