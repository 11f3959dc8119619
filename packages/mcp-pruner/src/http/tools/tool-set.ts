// The tools that a caller can list and call.
import { type Cancellation, Canceller } from '@jeeves/mcp-runtime'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { loggedInvalid, RequestInvalid } from '../../call/invalid-params.js'
import { findTool } from '../../call/mcp-params.js'
import { callTool, type Pipeline } from '../../call/pipeline.js'
import type { ArgumentIssue, Call, OutputMode } from '../../call/tool.js'
import { hidesErrorData, outputModeFor, withoutShownMeta } from '../../clients/output-mode.js'
import type { EmitEvent } from '../../process/events.js'
import { INTERNAL_ERROR } from '../../rpc/codes.js'
import { RpcError } from '../../rpc/rpc-error.js'
import type { Settings } from '../../settings/settings.js'
import type { ServiceMetrics } from '../metrics.js'
import type { ServiceTool, ToolContext } from './service-tool.js'

export interface ToolSet {
  readonly definitions: readonly Tool[]
  /** In the format that MCP clients are sent. */
  listFor(client: string | undefined): readonly Tool[]
  /** Takes the raw params of `tools/call`. */
  call(params: unknown, context: ToolContext): Promise<CallToolResult>
}

/** Accepted but not listed: clients of older services use them. */
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
    async call(params, { exchange, ...context }) {
      let label: string | undefined
      try {
        const { tool, args } = findTool(params, (name) => byName.get(ALIASES[name] ?? name))
        label = tool.definition.name
        exchange?.reserve(0)
        const mode = outputModeFor(output, context.client)
        // The structured value is sent beside the text, which contains the same again.
        const times = mode === 'structured' && tool.definition.outputSchema ? 2 : 1
        const call: Call = {
          ...context,
          // A disconnected caller ends the work, also if a library between us does not report it.
          signal: eitherOf(context.signal, exchange?.signal),
          emit,
          output: mode,
          ...(exchange && {
            reserve: (bytes: number) => exchange.reserve(bytes * times),
            answered: exchange.signal,
          }),
        }
        const { result } = await callTool(tool, args, call, pipeline)
        metrics.toolCall(label, result.isError ? 'error' : 'ok')
        return withoutShownMeta(result, context.client)
      } catch (error) {
        if (label !== undefined) metrics.toolCall(label, 'error')
        const rpcError = asRpcError(error, label ?? 'tools/call', context.requestId)
        if (hidesErrorData(output, context.client)) {
          return inWords(label, [...byName.keys()].join(', '), rpcError)
        }
        throw rpcError
      }
    },
  }

  function asRpcError(error: unknown, tool: string, requestId: string): RpcError {
    if (error instanceof RequestInvalid) {
      emit('warn', 'tool.request_invalid', { request_id: requestId, ...loggedInvalid(error) })
    }
    return error instanceof RpcError ? error : fault(tool, error, requestId)
  }

  /** An internal error: its details are for the log, not for the caller. */
  function fault(tool: string, error: unknown, request_id: string): RpcError {
    const stack = error instanceof Error ? error.stack : String(error)
    emit('error', 'tool.internal_error', { request_id, data: { tool, stack } })
    return new RpcError(INTERNAL_ERROR, undefined, { code: 'internal_error', request_id })
  }
}

/** Without real signals, which take longer to combine than the rest of a small call. */
function eitherOf(first: Cancellation, second = first): Cancellation {
  if (second === first) return first
  const either = new Canceller()
  for (const cause of [first, second]) {
    if (cause.aborted) either.abort(cause.reason)
    else cause.addEventListener('abort', () => either.abort(cause.reason))
  }
  return either
}

/** One client would hide the tools behind a search; and one that is sent only text must not be promised a schema. */
function listed({ outputSchema, ...tool }: Tool, mode: OutputMode): Tool {
  return {
    ...tool,
    ...(mode === 'structured' && outputSchema && { outputSchema }),
    _meta: { 'anthropic/alwaysLoad': true, ...tool['_meta'] },
  }
}

/** For a model that would see an error's message but not its data. */
function inWords(tool: string | undefined, known: string, error: RpcError): CallToolResult {
  const { message, data } = error
  const text =
    error instanceof RequestInvalid
      ? tool === undefined
        ? `There is no such tool. The tools are: ${known}`
        : `${tool} was not run, because of its arguments:\n${error.issues.map(asLine).join('\n')}`
      : `${tool ?? 'the tool'}: ${message} ${JSON.stringify(data ?? {})}`
  return { content: [{ type: 'text', text }], isError: true }
}

const asLine = ({ path, code, message = code }: ArgumentIssue): string =>
  `${path.join('.') || 'arguments'}: ${message}`
