// What a client's hook is told, whichever client it is. Fields that Claude Code fills in as text may hold JSON.

import { join } from 'node:path'
import { homeFolder } from '@jeeves/mcp-runtime/cache-dir'
import { type CallFacts, callFacts, isOwnTool } from '../clients/sessions/call-kind.js'
import type { HeldCall } from '../clients/sessions/conversation.js'
import { isRecord, textField } from '../clients/sessions/session-event.js'
import { processEnv } from '../settings/environment.js'

export interface HookInput {
  readonly client: string
  readonly event: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly response: unknown
  /** Of this call; empty where the client does not say. */
  readonly callId: string
  readonly sessionId: string | undefined
  /** Of the subagent that makes the call. */
  readonly agentId: string | undefined
  readonly turnId: string | undefined
  /** When the hook has begun, as the client's record says it too. */
  readonly atMs: number | undefined
  /** The calls that the model holds, told by a plugin that sees what is sent. */
  readonly held: readonly HeldCall[] | undefined
  /** A file with all of the output, named by the client itself. */
  readonly outputFile: string | undefined
  /** The client's process: the server that it runs has the same parent. */
  readonly parentPid: number | undefined
  /** The tool is one of another MCP server. */
  readonly isOfServer: boolean
  /** The tool is one of ours: who asks it nothing wants the output as it is. */
  readonly isOwn: boolean
  readonly transcript: string | undefined
  readonly permissionMode: string | undefined
  readonly facts: CallFacts
  /** Told by the hook itself, where the client keeps no record that can be read. */
  readonly said: string | undefined
  readonly prompt: string | undefined
}

/** Plugins hand over an output as it is: a text that is JSON stays a text. */
const PLUGINS: ReadonlySet<string> = new Set(['opencode', 'kilo', 'cline', 'amp'])

/** How a tool of a server is called; the client's own have no such sign. */
const SERVER_TOOL: Readonly<Record<string, RegExp>> = {
  copilot: /^[^-]+-/,
  claude: /^mcp__/,
}
const isOfSession = (event: string): boolean => event === 'Module'

/** `undefined` for what no hook of ours sends. */
export function readHookInput(value: unknown, client?: string): HookInput | undefined {
  if (!isRecord(value)) return undefined
  const name = textField(value.client) ?? client
  const event = textField(value.hook_event_name) ?? 'after'
  // Some events are about a session, not about a call.
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
    held: Array.isArray(value.held) ? value.held.filter(isRecord).map(heldCall) : undefined,
    parentPid: typeof value.parent_pid === 'number' ? value.parent_pid : undefined,
    outputFile: textField(value.output_file),
    isOfServer: !isOwn && (value.is_of_server === true || SERVER_TOOL[name]?.test(tool) === true),
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

/** Copilot names its session, not the file in which it records it. */
function copilotRecord(client: string, session: unknown): string | undefined {
  const id = textField(session)
  if (client !== 'copilot' || id === undefined || !/^[\w-]+$/.test(id)) return undefined
  const folder = processEnv.COPILOT_HOME || join(homeFolder(processEnv), '.copilot')
  return join(folder, 'session-state', id, 'events.jsonl')
}

/** `undefined` also for a field that the client knows nothing for: it leaves it empty or as it stands in the settings. */
function filled(value: unknown): string | undefined {
  const text = textField(value)
  return text === undefined || text === '' || text.startsWith('${') ? undefined : text
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => {
  const found = parsed(value)
  return isRecord(found) ? found : {}
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
