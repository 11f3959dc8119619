// The input of a client's hook, for every client. Fields that Claude Code fills in as text may contain JSON.

import { join } from 'node:path'
import { homeFolder } from '@jeeves/mcp-runtime/cache-dir'
import { type CallFacts, callFacts, isOwnTool } from '../clients/sessions/call-kind.js'
import type { HeldCall } from '../clients/sessions/conversation.js'
import { isFields, textField } from '../clients/sessions/session-event.js'
import { processEnv } from '../settings/environment.js'

export interface HookInput {
  readonly client: string
  readonly event: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly response: unknown
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
  /** The calls that the model holds, sent by a plugin that sees the messages. */
  readonly held: readonly HeldCall[] | undefined
  /** A file with the whole output, named by the client itself. */
  readonly outputFile: string | undefined
  /** The client's process: the server that it runs has the same parent. */
  readonly parentPid: number | undefined
  /** The tool belongs to another MCP server. */
  readonly isOfServer: boolean
  /** The tool is one of ours: a call without a question wants the output unpruned. */
  readonly isOwn: boolean
  readonly transcript: string | undefined
  readonly permissionMode: string | undefined
  readonly facts: CallFacts
  /** Sent by the hook itself, if the client keeps no readable record. */
  readonly said: string | undefined
  readonly prompt: string | undefined
}

/** Plugins pass an output unchanged: a text that is JSON stays a text. */
const PLUGINS: ReadonlySet<string> = new Set(['opencode', 'kilo', 'cline', 'amp'])

/** The naming scheme of MCP tools; the client's own have no such prefix. */
const SERVER_TOOL: Readonly<Record<string, RegExp>> = {
  copilot: /^[^-]+-/,
  claude: /^mcp__/,
}
/** A tool of an MCP server, going by its name; of other clients the hook says so. */
export const isServerTool = (client: string, tool: string): boolean =>
  SERVER_TOOL[client]?.test(tool) === true && !isOwnTool(tool)

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
  const transcript = textField(value.transcript_path) ?? copilotRecord(name, value.sessionId)
  return {
    client: name,
    event,
    tool,
    input,
    response: PLUGINS.has(name)
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
    held: Array.isArray(value.held) ? value.held.filter(isFields).map(heldCall) : undefined,
    parentPid: typeof value.parent_pid === 'number' ? value.parent_pid : undefined,
    outputFile: textField(value.output_file),
    isOfServer: (!isOwn && value.is_of_server === true) || isServerTool(name, tool),
    isOwn,
    facts: callFacts(tool, input),
    said: textField(value.said),
    prompt: textField(value.prompt),
  }
}

const heldCall = ({ name, input, output }: Readonly<Record<string, unknown>>): HeldCall => ({
  name: textField(name) ?? '',
  input,
  output: textField(output),
})

/** Copilot gives its session's name, not the path of its record. */
function copilotRecord(client: string, session: unknown): string | undefined {
  const id = textField(session)
  if (client !== 'copilot' || id === undefined || !/^[\w-]+$/.test(id)) return undefined
  const folder = processEnv.COPILOT_HOME || join(homeFolder(processEnv), '.copilot')
  return join(folder, 'session-state', id, 'events.jsonl')
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
