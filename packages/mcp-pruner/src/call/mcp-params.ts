// The params of the MCP methods that every entry point answers itself, checked in one place.
import * as z from 'zod'
import { SERVER_NAME, VERSION } from '../process/version.js'
import { isFields } from '../rpc/message.js'
import { negotiatedRevision } from '../rpc/revisions.js'
import { RequestInvalid } from './invalid-params.js'
import { issuesOf } from './issues.js'

export const InitializeParams = z.object({
  protocolVersion: z.string(),
  clientInfo: z.object({ name: z.string(), version: z.string().optional() }).optional(),
  capabilities: z.record(z.string(), z.unknown()).optional(),
})

/** There is one page, so no cursor was ever handed out. */
export const ListParams = z
  .object({ cursor: z.string().refine(() => false) })
  .partial()
  .optional()

const CallParams = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
})

/** The answer to `initialize`, at every entry point. */
export const initializeResult = (
  requestedRevision: string,
  offers: { readonly capabilities: object; readonly instructions?: string },
) => ({
  protocolVersion: negotiatedRevision(requestedRevision),
  serverInfo: { name: SERVER_NAME, version: VERSION },
  ...offers,
  jeeves: { schemaVersion: 1 },
})

export function checkParams<Schema extends z.ZodType>(
  schema: Schema,
  method: string,
  params: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  throw new RequestInvalid(method, issuesOf(parsed.error))
}

/** The tool that a `tools/call` names, and its arguments. */
export function findTool<Tool>(
  params: unknown,
  toolNamed: (name: string) => Tool | undefined,
): { readonly tool: Tool; readonly args: Readonly<Record<string, unknown>> } {
  const named = toolNameIn(params)
  const call = CallParams.safeParse(params)
  if (!call.success) throw new RequestInvalid('tools/call', issuesOf(call.error), named, [])
  const tool = toolNamed(call.data.name)
  if (tool) return { tool, args: call.data.arguments ?? {} }
  const issue = { path: ['name'], code: 'invalid_value', message: 'there is no such tool' }
  throw new RequestInvalid('tools/call', [issue], named, [])
}

export const toolNameIn = (params: unknown): string | undefined =>
  isFields(params) && typeof params['name'] === 'string' ? params['name'] : undefined
