// What a tool is to the service: a definition and a call. `/rpc` and `/mcp` offer the same ones.
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { ZodType } from 'zod'
import { invalidParams, paramIssues } from '../rpc/errors.js'

export interface ToolContext {
  readonly requestId: string
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
}

export interface ServiceTool {
  readonly definition: Tool
  /** Throws `RpcError` for what is wrong with the call. */
  call(args: unknown, context: ToolContext): Promise<CallToolResult>
}

export const jsonResult = (payload: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(payload) }],
})

export const aboutTool = (tool: string) => ({ method: 'tools/call', tool })

export function parseArguments<Args>(schema: ZodType<Args>, args: unknown, tool: string): Args {
  const parsed = schema.safeParse(args ?? {})
  if (!parsed.success) {
    throw invalidParams(aboutTool(tool), paramIssues(parsed.error, 'arguments'))
  }
  return parsed.data
}
