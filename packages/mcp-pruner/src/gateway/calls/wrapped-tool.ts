// A wrapped server's tool as the pipeline sees it: its run is a call to the server, and its answer is
// brought within the limits.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { shownText } from '../../call/record-call.js'
import {
  type Call,
  type Finished,
  type ParsedArguments,
  type Produced,
  type Tool,
  ToolFailure,
} from '../../call/tool.js'
import { type Answer, ConnectionLost, type Fields, isFields } from '../../rpc/message.js'
import { QUESTION, type WrappedTool } from '../client/catalog.js'
import { focusable, NOTHING_TO_FOCUS } from './focus.js'
import type { ToolRules } from './rules.js'

export interface Asked {
  readonly question: string | undefined
  /** The `tools/call` parameters as the server gets them. */
  readonly params: Fields
}

export interface Received {
  readonly answer: Answer
  /** The answer, or what pruning made of it. */
  readonly result: Fields
  /** The text that a question was asked of, unless it was a list of items. */
  readonly focus?: string
}

export type ShapeReceived = (
  finished: Finished<Asked, Received>,
  call: Call,
) => Promise<CallToolResult>

export function asTool(
  tool: WrappedTool,
  params: Fields,
  rules: ToolRules,
  shape: ShapeReceived,
): Tool<Asked, Received> {
  return {
    name: tool.exposedName,
    parse: (args) => parse(tool, params, args),
    timeLimitMs: () => rules.timeLimitMs,
    timeLimitHint: 'MCP_PRUNER_TOOL_TIMEOUT_MS or a timeout in a preset raises the limit',
    focusQuestion: ({ question }) => question,
    request: { limits: rules.request, limitedAs: tool.name },
    reads: (asked) => ({ what: JSON.stringify(asked.params['arguments'] ?? {}) }),
    uncut: ({ answer }) => shownText(isFields(answer.value) ? answer.value : {}),
    run: (asked, call) => run(tool, asked, call),
    shape,
  }
}

function parse(tool: WrappedTool, params: Fields, args: unknown): ParsedArguments<Asked> {
  const given = isFields(args) ? args : {}
  const { [QUESTION]: asked, ...rest } = given
  const own = tool.ownsQuestion ? given : rest
  const question =
    !tool.ownsQuestion && typeof asked === 'string' && asked.trim() ? asked.trim() : undefined
  const sent = { ...params, name: tool.name, ...(args !== undefined && { arguments: own }) }
  return { ok: true, args: { question, params: sent }, unknownKeys: [] }
}

async function run(tool: WrappedTool, asked: Asked, { signal }: Call): Promise<Produced<Received>> {
  let answer: Answer
  try {
    answer = await tool.upstream.request('tools/call', asked.params, signal)
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    const message = `The server ${tool.upstream.label} went away: ${error.message}. It is being started again; the call may have done part of its work`
    throw new ToolFailure({ code: 'SERVICE_UNAVAILABLE', message }, { cause: error })
  }
  const result = isFields(answer.value) ? answer.value : {}
  const raw = { answer, result }
  const {
    text,
    whole = text,
    apply,
  } = asked.question === undefined ? NOTHING_TO_FOCUS : focusable(result)
  return {
    raw,
    text,
    whole,
    apply: (pruned) => {
      const focused = apply(pruned)
      return focused && { answer, result: focused, ...(whole === text && { focus: text }) }
    },
  }
}
