// The tools that a caller can list and call.
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { RequestInvalid } from '../../call/invalid-params.js'
import { callTool, type Pipeline } from '../../call/pipeline.js'
import type { OutputMode } from '../../call/tool.js'
import type { EmitEvent } from '../../process/events.js'
import { INTERNAL_ERROR } from '../../rpc/codes.js'
import { RpcError } from '../../rpc/rpc-error.js'
import type { ServiceMetrics } from '../metrics.js'
import { invalidArguments, invalidParams } from '../rpc/errors.js'
import type { ServiceTool, ToolContext } from './service-tool.js'

export interface ToolSet {
  readonly definitions: readonly Tool[]
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
  readonly output: OutputMode
  readonly metrics: Pick<ServiceMetrics, 'toolCall'>
  readonly emit: EmitEvent
}

export function createToolSet(
  tools: readonly ServiceTool[],
  { pipeline, output, metrics, emit }: ToolSetParts,
): ToolSet {
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]))
  return {
    definitions: tools.map((tool) => tool.definition),
    async call({ name, arguments: args }, context) {
      const tool = find(name)
      const label = tool.definition.name
      try {
        const { result } = await callTool(tool, args ?? {}, { ...context, emit, output }, pipeline)
        metrics.toolCall(label, result.isError ? 'error' : 'ok')
        return result
      } catch (error) {
        metrics.toolCall(label, 'error')
        if (error instanceof RequestInvalid) throw invalidArguments(label, error.issues)
        throw error instanceof RpcError ? error : fault(label, error, context.requestId)
      }
    },
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
