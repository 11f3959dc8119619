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
import { shownBy } from '../../clients/output-mode.js'
import { isAppError } from '../../errors/app-error.js'
import { type Answer, ConnectionLost, type Fields, isFields } from '../../rpc/message.js'
import { exactResult, inClientForm, wholeText } from '../shape/client-form.js'
import { ADDED, type AddedName, type WrappedTool } from '../wire/client/catalog.js'
import { type Added, readAdded } from './added-arguments.js'
import { askWhileItReports } from './ask-while-it-reports.js'
import { type Focusable, type Focused, focusable, NOTHING_TO_FOCUS } from './focus.js'
import type { ToolRules } from './rules.js'

export interface Asked extends Added {
  /** The `tools/call` parameters as the server gets them. */
  readonly params: Fields
}

export interface Received {
  readonly answer: Answer
  /** What a question chose of the answer. */
  readonly focused?: Focused
  /** The answer as something that can be asked about. */
  readonly focusable: Focusable
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
    timeLimitHint: TIME_LIMIT_HINT,
    focusQuestion: ({ question }) => question,
    request: { limits: rules.request, limitedAs: rules.presetName },
    reads: (asked) => ({ what: JSON.stringify(asked.params['arguments'] ?? {}) }),
    uncut: ({ answer }) => uncut(answer),
    run: (asked, call) => run(tool, asked, call, rules.silentMs),
    shape,
  }
}

/** Some answers nest deeper than can be printed. */
function uncut(answer: Answer): string {
  try {
    return shownText(isFields(answer.value) ? answer.value : {})
  } catch {
    return answer.text
  }
}

function parse(tool: WrappedTool, params: Fields, args: unknown): ParsedArguments<Asked> {
  const given = isFields(args) ? args : {}
  const sending: Fields = { ...params, name: tool.name }
  // Some clients send null for no arguments.
  if (args !== undefined) sending['arguments'] = given
  if (!ADDED.some((name) => name in given)) {
    return { ok: true, args: { question: undefined, params: sending }, unknownKeys: [] }
  }
  const isOurs = (name: string): boolean =>
    ADDED.some((added) => added === name) && !tool.owns.has(name as AddedName)
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !isOurs(name)))
  const ours = (name: AddedName): unknown => (isOurs(name) ? given[name] : undefined)
  return {
    ok: true,
    args: { ...readAdded(ours), params: { ...sending, arguments: own } },
    unknownKeys: [],
  }
}

const TIME_LIMIT_HINT =
  '--timeout, mcpPruner.timeoutMs in the configuration or a preset raises the limit'

async function run(
  tool: WrappedTool,
  asked: Asked,
  { signal, client }: Call,
  silentMs: number | undefined,
): Promise<Produced<Received>> {
  if (asked.wrong !== undefined) {
    throw new ToolFailure({ code: 'INVALID_INPUT', message: asked.wrong })
  }
  let answer: Answer
  try {
    answer = await askWhileItReports(tool.upstream, asked.params, signal, silentMs)
  } catch (error) {
    if (isAppError(error, 'no_progress')) {
      const message = `stopped after ${silentMs} ms without an answer or a progress; ${TIME_LIMIT_HINT}`
      throw new ToolFailure({ code: 'TOOL_TIMEOUT', message }, { cause: error })
    }
    if (!(error instanceof ConnectionLost)) throw error
    const { failure, label } = tool.upstream
    if (failure !== undefined) {
      const message = `The server ${label} is not available: ${failure}. It is tried again`
      throw new ToolFailure({ code: 'SERVICE_UNAVAILABLE', message }, { cause: error })
    }
    const { wasSent: mayHaveRun } = error
    const done = mayHaveRun ? '; the call may have done part of its work' : ''
    const message = `The server ${label} went away: ${error.message}. It is being started again${done}`
    throw new ToolFailure({ code: 'SERVICE_UNAVAILABLE', message, mayHaveRun }, { cause: error })
  }
  const isAsked = asked.question !== undefined && isFields(answer.value)
  return asProduced(
    answer,
    isAsked ? askable(answer, client, asked.fields === undefined) : NOTHING_TO_FOCUS,
  )
}

/** What the client is shown is chosen from; an answer that nests too deeply to be read is not. */
function askable(answer: Answer, client: string | undefined, withTexts: boolean): Focusable {
  const shown = shownBy(client)
  try {
    const whole = exactResult(answer)
    return focusable(whole, shown === 'both' ? whole : inClientForm(whole, shown), withTexts)
  } catch {
    return NOTHING_TO_FOCUS
  }
}

/** What pruning is asked of, and what it makes of the answer. */
export function asProduced(
  answer: Answer,
  part: Focusable,
  maxTokens?: number,
  isQuestionAlone = part.lines === 'items' && maxTokens !== undefined,
): Produced<Received> {
  return {
    raw: { answer, focusable: part },
    text: part.text,
    ...(part.text !== '' && { whole: part.whole ?? wholeText(exactResult(answer), answer) }),
    ...(maxTokens !== undefined && { asked: { maxTokens } }),
    // Of records, half may say `"ok": false`, and of a log half may warn; then only the question can choose.
    ...(isQuestionAlone && { sourceType: 'docs' }),
    apply: (pruned) => {
      const focused = part.apply(pruned)
      return focused && { answer, focusable: part, focused }
    },
  }
}
