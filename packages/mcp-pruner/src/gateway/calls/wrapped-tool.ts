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
import { type Answer, ConnectionLost, type Fields, isFields } from '../../rpc/message.js'
import { exactResult, inClientForm, wholeText } from '../shape/client-form.js'
import { ADDED, type AddedName, type WrappedTool } from '../wire/client/catalog.js'
import { type AddedArguments, readAddedArguments } from './added-arguments.js'
import { askReporting } from './ask-reporting.js'
import { type Focusable, type Focused, focusable, NOTHING_TO_FOCUS } from './focus.js'
import type { ToolRules } from './rules.js'

export interface WrappedCall extends AddedArguments {
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
  finished: Finished<WrappedCall, Received>,
  call: Call,
) => Promise<CallToolResult>

export function asTool(
  tool: WrappedTool,
  params: Fields,
  rules: ToolRules,
  shape: ShapeReceived,
): Tool<WrappedCall, Received> {
  return {
    name: tool.exposedName,
    parse: (args) => parse(tool, params, args),
    timeLimitMs: () => rules.silentMs ?? rules.timeLimitMs,
    maxMs: rules.silentMs === undefined ? undefined : rules.timeLimitMs,
    timeLimitHint: TIME_LIMIT_HINT,
    focusQuestion: ({ question }) => question,
    request: { limits: rules.request, limitedAs: rules.presetName },
    reads: (args) => ({ what: JSON.stringify(args.params['arguments'] ?? {}) }),
    uncut: ({ answer }) => uncut(answer),
    run: (args, call) => run(tool, args, call, rules.silentMs !== undefined),
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

function parse(tool: WrappedTool, params: Fields, args: unknown): ParsedArguments<WrappedCall> {
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
    args: { ...readAddedArguments(ours), params: { ...sending, arguments: own } },
    unknownKeys: [],
  }
}

const TIME_LIMIT_HINT =
  '--timeout, mcpPruner.timeoutMs in the configuration or a preset raises the limit'

async function run(
  tool: WrappedTool,
  args: WrappedCall,
  { signal, client, extend }: Call,
  isExtended: boolean,
): Promise<Produced<Received>> {
  if (args.wrong !== undefined) {
    throw new ToolFailure({ code: 'INVALID_INPUT', message: args.wrong })
  }
  let answer: Answer
  try {
    answer = await (extend && isExtended
      ? askReporting(tool.upstream, args.params, signal, extend)
      : tool.upstream.request('tools/call', args.params, signal))
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    const { unavailable: message, label, spec } = tool.upstream
    if (message !== undefined) {
      const isLasting = spec.kind === 'broken'
      const failure = { code: 'SERVICE_UNAVAILABLE', message, isLasting }
      throw new ToolFailure(failure, { cause: error })
    }
    const { wasSent: mayHaveRun } = error
    const done = mayHaveRun ? '; the call may have done part of its work' : ''
    const lost = `The server ${label} went away: ${error.message}. It is being started again${done}`
    throw new ToolFailure(
      { code: 'SERVICE_UNAVAILABLE', message: lost, mayHaveRun },
      { cause: error },
    )
  }
  const isAsked = args.question !== undefined && isFields(answer.value)
  return asProduced(
    answer,
    isAsked ? askable(answer, client, args.fields === undefined) : NOTHING_TO_FOCUS,
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
    ...(maxTokens !== undefined && { requestOptions: { maxTokens } }),
    // Of records, half may say `"ok": false`, and of a log half may warn; then only the question can choose.
    ...(isQuestionAlone && { sourceType: 'docs' }),
    apply: (pruned) => {
      const focused = part.apply(pruned)
      return focused && { answer, focusable: part, focused }
    },
  }
}
