// The tools that a caller can list and call.
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { RequestInvalid } from '../../call/invalid-params.js'
import { callTool, type Pipeline } from '../../call/pipeline.js'
import type { Call, OutputMode } from '../../call/tool.js'
import { hidesErrorData, outputModeFor, withoutShownMeta } from '../../clients/output-mode.js'
import type { EmitEvent } from '../../process/events.js'
import type { Settings } from '../../process/settings.js'
import { INTERNAL_ERROR } from '../../rpc/codes.js'
import { RpcError } from '../../rpc/rpc-error.js'
import { exchanges } from '../byte-budget.js'
import type { ServiceMetrics } from '../metrics.js'
import { invalidArguments, invalidParams, type ParamIssue } from '../rpc-errors.js'
import type { ServiceTool, ToolContext } from './service-tool.js'

export interface ToolSet {
  readonly definitions: readonly Tool[]
  /** The same as MCP's clients are sent them. */
  listFor(client: string | undefined): readonly Tool[]
  /** Takes the params of `tools/call` as they came. */
  call(
    params: { readonly name?: unknown; readonly arguments?: unknown },
    context: ToolContext,
  ): Promise<CallToolResult>
}

/** Accepted, not listed: clients of older services use them. */
const ALIASES: Readonly<Record<string, string>> = { recover_range: 'recover_text' }

export interface ToolSetParts {
  readonly pipeline: Pipeline
  readonly output: Settings['output']
  readonly metrics: Pick<ServiceMetrics, 'toolCall'>
  readonly emit: EmitEvent
}

export function createToolSet(
  tools: readonly ServiceTool[],
  { pipeline, output, metrics, emit }: ToolSetParts,
): ToolSet {
  const definitions = tools.map((tool) => tool.definition)
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]))
  return {
    definitions,
    listFor: (client) => definitions.map((tool) => listed(tool, outputModeFor(output, client))),
    async call({ name, arguments: args }, context) {
      let label: string | undefined
      try {
        const tool = find(name)
        label = tool.definition.name
        const exchange = exchanges.getStore()
        exchange?.reserve(0)
        // A caller who goes ends the work, also where a library between us does not say so.
        const signal = exchange
          ? AbortSignal.any([context.signal, exchange.signal])
          : context.signal
        const mode = outputModeFor(output, context.client)
        // The structured value stands beside the text, which holds the same once more.
        const times = mode === 'structured' && tool.definition.outputSchema ? 2 : 1
        const call: Call = {
          ...context,
          signal,
          emit,
          output: mode,
          ...(exchange && { reserve: (bytes: number) => exchange.reserve(bytes * times) }),
        }
        const { result } = await callTool(tool, args ?? {}, call, pipeline)
        metrics.toolCall(label, result.isError ? 'error' : 'ok')
        return withoutShownMeta(result, context.client)
      } catch (error) {
        if (label !== undefined) metrics.toolCall(label, 'error')
        const told = asRpcError(error, label ?? 'tools/call', context.requestId)
        if (hidesErrorData(output, context.client)) return inWords(label ?? 'the tool', told)
        throw told
      }
    },
  }

  function asRpcError(error: unknown, tool: string, requestId: string): RpcError {
    if (error instanceof RequestInvalid) return invalidArguments(tool, error.issues)
    return error instanceof RpcError ? error : fault(tool, error, requestId)
  }

  /** A fault of ours: its details are for the log, not for the caller. */
  function fault(tool: string, error: unknown, request_id: string): RpcError {
    const stack = error instanceof Error ? error.stack : String(error)
    emit('error', 'tool.internal_error', { request_id, data: { tool, stack } })
    return new RpcError(INTERNAL_ERROR, undefined, { code: 'internal_error', request_id })
  }

  function find(name: unknown): ServiceTool {
    const tool = typeof name === 'string' ? byName.get(ALIASES[name] ?? name) : undefined
    if (tool) return tool
    const known = [...byName.keys()].join(', ')
    throw invalidParams({ method: 'tools/call' }, [
      typeof name === 'string'
        ? { path: 'name', code: 'unknown_tool', message: `no such tool; there are ${known}` }
        : { path: 'name', code: 'invalid_type', message: `must be a string: one of ${known}` },
    ])
  }
}

/** One client would hide the tools after a search; and one that is sent text alone must be promised no more. */
function listed({ outputSchema, ...tool }: Tool, mode: OutputMode): Tool {
  return {
    ...tool,
    ...(mode === 'structured' && outputSchema && { outputSchema }),
    _meta: { 'anthropic/alwaysLoad': true, ...tool['_meta'] },
  }
}

/** For a model that would be shown the message of an error and not its data. */
function inWords(tool: string, { message, data }: RpcError): CallToolResult {
  const { issues, ...rest } = (data ?? {}) as { readonly issues?: readonly ParamIssue[] }
  const text = issues
    ? `${tool} was not run, because of its arguments:\n${issues.map(asLine).join('\n')}`
    : `${tool}: ${message} ${JSON.stringify(rest)}`
  return { content: [{ type: 'text', text }], isError: true }
}

const asLine = ({ path, message }: ParamIssue): string =>
  `${path.replace(/^arguments\./, '')}: ${message}`
