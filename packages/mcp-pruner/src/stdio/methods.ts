// The MCP methods: initialize, ping, tools/list and tools/call.
import * as z from 'zod'
import type { EmitEvent } from '../events.js'
import { RequestInvalid } from '../invalid-params.js'
import { callTool, type Pipeline } from '../pipeline.js'
import type { Settings } from '../settings.js'
import type { OutputMode } from '../tool.js'
import { issuesOf, type OwnTool } from '../tools/own-tool.js'
import { SERVER_NAME, VERSION } from '../version.js'
import { INSTRUCTIONS } from './instructions.js'
import { outputModeFor } from './output-mode.js'
import { methodNotFound, type RpcAnswer, type RpcHandlers, type RpcRequest } from './rpc.js'

const LATEST_PROTOCOL_VERSION = '2025-11-25'
const PROTOCOL_VERSIONS: ReadonlySet<string> = new Set([
  LATEST_PROTOCOL_VERSION,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
])

const InitializeParams = z.object({
  protocolVersion: z.string(),
  clientInfo: z.object({ name: z.string(), version: z.string().optional() }).optional(),
  capabilities: z.record(z.string(), z.unknown()).optional(),
})
/** There is one page, so no cursor was ever handed out. */
const ListParams = z
  .object({ cursor: z.string().refine(() => false) })
  .partial()
  .optional()
const CallParams = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
})

export interface MethodContext {
  readonly settings: Settings
  readonly tools: readonly OwnTool[]
  readonly pipeline: Pipeline
  readonly emit: EmitEvent
  /** The connection is of no more use. */
  readonly disconnect: () => void
}

export function createMethods(context: MethodContext): RpcHandlers {
  const { settings, emit } = context
  const byName = new Map(context.tools.map((tool) => [tool.name, tool]))
  let output: OutputMode = outputModeFor(settings.output, undefined)
  let received = 0

  return {
    async request(request) {
      switch (request.method) {
        case 'initialize':
          return initialize(request)
        case 'ping':
          return { result: {} }
        case 'tools/list':
          check(ListParams, request)
          return { result: { tools: context.tools.map((tool) => tool.listed(output)) } }
        case 'tools/call':
          return toolsCall(request)
        default:
          throw methodNotFound()
      }
    },
    rejected(code) {
      const data = { message: code === -32700 ? 'Parse error' : 'Invalid Request' }
      const event = code === -32700 ? 'tool.request_parse_failed' : 'tool.request_invalid'
      emit('warn', event, { data })
    },
  }

  function initialize(request: RpcRequest): RpcAnswer {
    const { protocolVersion, clientInfo } = check(InitializeParams, request)
    output = outputModeFor(settings.output, clientInfo?.name)
    return {
      result: {
        protocolVersion: PROTOCOL_VERSIONS.has(protocolVersion)
          ? protocolVersion
          : LATEST_PROTOCOL_VERSION,
        serverInfo: { name: SERVER_NAME, version: VERSION },
        capabilities: { tools: { listChanged: false } },
        instructions: INSTRUCTIONS,
        jeeves: { schemaVersion: 1 },
      },
    }
  }

  async function toolsCall({ params, signal }: RpcRequest): Promise<RpcAnswer> {
    received += 1
    const requestId = `req_${received}`
    const named = nameIn(params)
    const log = (level: 'info' | 'warn' | 'error', event: string, data: object = {}) =>
      emit(level, event, { request_id: requestId, data: { tool: named?.slice(0, 64), ...data } })
    log('info', 'tool.request_received')
    try {
      const { tool, args } = findTool(params, named)
      const call = { requestId, signal, emit, output }
      const { result, mode } = await callTool(tool, args, call, context.pipeline)
      return {
        result,
        onSent: () => log('info', 'tool.respond_ok', { mode }),
        onSendFailed: (error) => {
          log('error', 'tool.respond_failed', { message: String(error) })
          context.disconnect()
        },
      }
    } catch (error) {
      if (error instanceof RequestInvalid) {
        const { message, data } = error
        log('warn', 'tool.request_invalid', { message, validation_errors: data.issues })
      } else if (!signal.aborted) {
        const stack = error instanceof Error ? error.stack : String(error)
        log('error', 'tool.internal_error', { stack })
      }
      throw error
    }
  }

  function findTool(params: unknown, named: string | undefined) {
    const call = CallParams.safeParse(params)
    if (!call.success) throw new RequestInvalid('tools/call', issuesOf(call.error), named, [])
    const tool = byName.get(call.data.name)
    if (tool) return { tool, args: call.data.arguments ?? {} }
    const issue = { path: ['name'], code: 'invalid_value' }
    throw new RequestInvalid('tools/call', [issue], named, [])
  }

  function check<Schema extends z.ZodType>(
    schema: Schema,
    { method, params }: RpcRequest,
  ): z.output<Schema> {
    const parsed = schema.safeParse(params)
    if (parsed.success) return parsed.data
    const invalid = new RequestInvalid(method, issuesOf(parsed.error))
    const { message, data } = invalid
    emit('warn', 'tool.request_invalid', { data: { message, validation_errors: data.issues } })
    throw invalid
  }
}

const nameIn = (params: unknown): string | undefined =>
  typeof params === 'object' &&
  params !== null &&
  'name' in params &&
  typeof params.name === 'string'
    ? params.name
    : undefined
