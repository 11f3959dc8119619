// The input of a client's hook, for every client. Fields that Claude Code fills in as text may contain JSON.

import { homeFolder } from '@jeeves/mcp-runtime/cache-dir'
import type { EndedCall } from '../clients/output-hook.js'
import { clientNamed } from '../clients/registry.js'
import { type CallFacts, callFacts, isOwnTool } from '../clients/sessions/call-kind.js'
import type { EarlierCall } from '../clients/sessions/conversation.js'
import { isFields, textField } from '../clients/sessions/session-event.js'
import { processEnv } from '../settings/environment.js'

export interface HookInput extends EndedCall {
  readonly client: string
  readonly event: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** Id of this call; empty if the client gives none. */
  readonly callId: string
  readonly sessionId: string | undefined
  /** The subagent that makes the call. */
  readonly agentId: string | undefined
  readonly turnId: string | undefined
  /** When the hook began; the client's record has the same time. */
  readonly atMs: number | undefined
  /**
   * The messages and calls of the conversation up to this call, by their ids, since it last may have lost something:
   * sent by a module that sees them before the client records them.
   */
  readonly chain: readonly string[]
  /** The calls that are still in the conversation, sent by a plugin that sees the messages. */
  readonly earlierCalls: readonly EarlierCall[] | undefined
  /** The tool belongs to another MCP server. */
  readonly isOfServer: boolean
  /** The tool is one of ours: a call without a question wants the output unpruned. */
  readonly isOwn: boolean
  readonly transcript: string | undefined
  readonly permissionMode: string | undefined
  readonly facts: CallFacts
  /** Sent by the hook itself, if the client keeps no readable record. */
  readonly message: string | undefined
  readonly prompt: string | undefined
}

/** A tool of an MCP server, going by its name; of other clients the hook says so. */
export const isServerTool = (client: string, tool: string): boolean =>
  clientNamed(client)?.config.serverTool?.test(tool) === true && !isOwnTool(tool)

const isOfSession = (event: string): boolean => event === 'Module'

/** `undefined` for input that no hook of ours sends. */
export function readHookInput(value: unknown, client?: string): HookInput | undefined {
  if (!isFields(value)) return undefined
  const name = textField(value.client) ?? client
  const event = textField(value.hook_event_name) ?? 'after'
  // Some events concern a session, not a call.
  const tool =
    textField(value.tool_name) ?? textField(value.toolName) ?? (isOfSession(event) ? '' : undefined)
  if (name === undefined || tool === undefined) return undefined
  const input = objectOf(value.tool_input ?? value.toolArgs)
  const isOwn = isOwnTool(tool)
  const transcript = textField(value.transcript_path) ?? recordOf(name, value.sessionId)
  return {
    client: name,
    event,
    tool,
    input,
    response: clientNamed(name)?.output?.isPlugin
      ? value.tool_response
      : parsed(value.tool_response ?? value.toolResult),
    callId: filled(value.tool_use_id) ?? '',
    sessionId: filled(value.session_id) ?? filled(value.sessionId) ?? filled(value.sessionID),
    agentId: filled(value.agent_id) ?? filled(value.agentId),
    turnId: filled(value.turn_id),
    atMs: typeof value.timestamp === 'number' ? value.timestamp : undefined,
    transcript: filled(transcript),
    permissionMode: filled(value.permission_mode),
    chain: Array.isArray(value.chain) ? value.chain.filter((id) => typeof id === 'string') : [],
    earlierCalls: Array.isArray(value.held)
      ? value.held.filter(isFields).map(earlierCall)
      : undefined,
    parentPid: typeof value.parent_pid === 'number' ? value.parent_pid : undefined,
    outputFile: textField(value.output_file),
    isOfServer: (!isOwn && value.is_of_server === true) || isServerTool(name, tool),
    isOwn,
    facts: callFacts(tool, input),
    message: textField(value.said),
    prompt: textField(value.prompt),
  }
}

const earlierCall = ({ name, input, output }: Readonly<Record<string, unknown>>): EarlierCall => ({
  name: textField(name) ?? '',
  input,
  output: textField(output),
})

function recordOf(client: string, session: unknown): string | undefined {
  const id = textField(session)
  const source = clientNamed(client)?.session
  if (id === undefined || !/^[\w-]+$/.test(id)) return undefined
  return source?.recordOf?.(source.folder(processEnv, homeFolder(processEnv)), id)
}

/** `undefined` also for a field without a value: the client leaves it empty or as written in the settings. */
function filled(value: unknown): string | undefined {
  const text = textField(value)
  return text === undefined || text === '' || text.startsWith('${') ? undefined : text
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => {
  const found = parsed(value)
  return isFields(found) ? found : {}
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
