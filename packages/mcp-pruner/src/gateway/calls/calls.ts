// Calls of wrapped tools, through the one pipeline, and what is recorded about them.
import type { PruningMetadata } from '@jeeves/contracts'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Guard } from '../../call/guard.js'
import { callTool, type Pipeline } from '../../call/pipeline.js'
import { type RecordCall, shownText } from '../../call/record-call.js'
import type { Call, Failure, Finished } from '../../call/tool.js'
import type { EmitEvent } from '../../process/events.js'
import { type Answer, type Fields, isFields } from '../../rpc/message.js'
import type { IncomingRequest } from '../../rpc/peer.js'
import type { WrappedTool } from '../client/catalog.js'
import type { KeptAnswers } from '../kept/kept.js'
import { countedBytes } from '../shape/blocks.js'
import { overflowOf } from '../shape/overflow.js'
import { isReducedBy } from '../shape/reduce.js'
import { schemaViolation } from '../shape/schema/violation.js'
import { shapeAlways } from '../shape/shape-always.js'
import type { ShapeContext } from '../shape/shape-context.js'
import { shapeResult } from '../shape/shape-result.js'
import { wholeNote } from '../shape/whole-note.js'
import { failureAnswer } from './failure-answer.js'
import { focusRef, withFocusNote } from './focus-note.js'
import { type RuleSources, rulesFor, type ToolRules } from './rules.js'
import { type Asked, asTool, type Received } from './wrapped-tool.js'

export interface CallsOptions {
  readonly rules: RuleSources
  readonly contract: 'always' | 'overflow'
  readonly pruneOutput: Pipeline['pruneOutput']
  readonly kept: KeptAnswers
  readonly record: RecordCall
  readonly guard: Guard
  readonly emit: EmitEvent
}

export class Calls {
  readonly #options: CallsOptions
  /** Which tool each running task belongs to. */
  readonly #tasks = new Map<string, WrappedTool>()
  #received = 0

  constructor(options: CallsOptions) {
    this.#options = options
  }

  /** The answer for the client: the server's own text where nothing had to be cut. */
  async call(tool: WrappedTool, { params = {}, signal }: IncomingRequest): Promise<unknown> {
    const { pruneOutput, emit, rules: sources, record, guard } = this.#options
    const rules = rulesFor(tool.name, sources)
    const requestId = `req_${++this.#received}`
    let received: Received | undefined
    const wrapped = asTool(tool, params, rules, (finished, call) => {
      received = finished.raw
      return this.#shape(tool, rules, finished, call).catch((error: unknown) =>
        this.#tooDeep(tool, rules, finished, error),
      )
    })
    const call: Call = { requestId, signal, emit, output: 'structured' }
    const { result } = await callTool(wrapped, params['arguments'], call, {
      pruneOutput,
      guard,
      record,
    })
    const answer = received?.answer
    this.#rememberTask(tool, answer?.value)
    return answer && (result as unknown) === answer.value ? answer : result
  }

  /** The result of a call that went on as a task. */
  async taskResult(taskId: unknown, answer: Answer): Promise<unknown> {
    const tool = this.#tasks.get(String(taskId))
    const { value } = answer
    if (!tool || !isFields(value) || !Array.isArray(value['content'])) return answer
    const { rules: sources, record, emit } = this.#options
    const log: Log = (level, event, data) =>
      emit(level, event, { data: { tool: tool.exposedName, ...data } })
    const raw = { answer, result: value }
    const finished = {
      raw,
      args: { question: undefined, params: {} },
      pruning: NOT_PRUNED,
      durationMs: 0,
    }
    const sent = await this.#bound(tool, rulesFor(tool.name, sources), finished, log)
    record({
      tool: tool.exposedName,
      client: undefined,
      question: undefined,
      reads: undefined,
      pruning: NOT_PRUNED,
      text: '',
      firstLine: 1,
      fileName: undefined,
      keptLines: undefined,
      rawText: shownText(value),
      result: sent,
    })
    return sent === value ? answer : sent
  }

  #rememberTask(tool: WrappedTool, result: unknown): void {
    const task = isFields(result) ? result['task'] : undefined
    if (!isFields(task)) return
    this.#tasks.set(String(task['taskId']), tool)
    const [oldest] = this.#tasks.keys()
    if (this.#tasks.size > MAX_TASKS && oldest !== undefined) this.#tasks.delete(oldest)
  }

  async #shape(
    tool: WrappedTool,
    rules: ToolRules,
    { raw, args, failure, pruning, durationMs }: Finished<Asked, Received>,
    { requestId, emit }: Call,
  ): Promise<CallToolResult> {
    const log: Log = (level, event, data) =>
      emit(level, event, { request_id: requestId, data: { tool: tool.exposedName, ...data } })
    if (!raw) {
      return failureAnswer(failure ?? UNEXPLAINED, rules.limits, durationMs) as CallToolResult
    }
    const received = raw.answer.value
    if (!isFields(received)) return received as CallToolResult
    const violation = schemaViolation(tool, received)
    if (violation) log('warn', 'response.schema_violation', { violation })
    const sent = await this.#bound(tool, rules, { raw, args, pruning, durationMs }, log)
    log('info', 'response.size', {
      bytes_in: countedBytes(received),
      bytes_out: countedBytes(sent),
    })
    return sent as CallToolResult
  }

  /** Some answers nest deeper than any reader of JSON can follow. */
  async #tooDeep(
    tool: WrappedTool,
    rules: ToolRules,
    { raw }: Finished<Asked, Received>,
    error: unknown,
  ): Promise<CallToolResult> {
    if (!(error instanceof RangeError) || !raw) throw error
    const { kept } = this.#options
    const domain = rules.domain ?? tool.upstream.label
    const ref = await kept.keep(domain, tool.exposedName, raw.answer.text)
    const text = wholeNote('the answer is nested too deeply to be shown', ref)
    return { content: [{ type: 'text', text }], isError: true }
  }

  /** Loaded when first needed: most answers are not that long. */
  async #refocus(text: string | undefined, question: string | undefined, maxItems: number) {
    if (question === undefined) return undefined
    const { createRank, createRefocus } = await import('./refocus.js')
    return text === undefined
      ? { rank: createRank(question, maxItems) }
      : { refocus: createRefocus(text, question) }
  }

  /** The answer within its limits: untouched, focused, or cut. */
  async #bound(
    tool: WrappedTool,
    rules: ToolRules,
    { raw: { answer, result, focus: asked }, args, pruning, durationMs }: Answered,
    log: Log,
  ): Promise<Fields> {
    const { kept, contract } = this.#options
    const { limits } = rules
    const focus = focusRef(pruning)
    const characters = pruning.raw_bytes
    if (focus !== undefined) kept.remember({ ref: focus, tool: tool.exposedName, characters })
    const focused = withFocusNote(result, pruning)
    const isReduced = isReducedBy(rules.reduction, result)
    const overflow =
      overflowOf(focused, limits, focus !== undefined) ?? (isReduced ? 'rule' : undefined)
    if (overflow) {
      const bytes = countedBytes(focused)
      log('warn', 'response.over_limit', { bytes, limit: limits.maxBytes, overflow })
    }
    const domain = rules.domain ?? tool.upstream.label
    const outputSchema = tool.definition['outputSchema']
    const again =
      overflow &&
      // A list of which nothing could be left out is cut all the same: what answers best first.
      (focus !== undefined || (pruning.applied && asked === undefined)) &&
      (await this.#refocus(asked, args.question, limits.maxArrayItems))
    const context: ShapeContext = {
      tool: tool.name,
      limits,
      rule: rules.reduction,
      outputSchema: isFields(outputSchema) ? outputSchema : undefined,
      durationMs,
      isFocused: focus !== undefined,
      ...again,
      // What a question left out is kept already, and the whole holds what is cut now as well.
      keep: async (text) => focus ?? kept.keep(domain, tool.exposedName, text),
      whole: () => answer.text,
    }
    if (contract === 'always') {
      return shapeAlways(overflow ? result : focused, context)
    }
    return overflow ? shapeResult(result, context) : focused
  }
}

type Answered = Pick<Finished<Asked, Received>, 'args' | 'pruning' | 'durationMs'> & {
  readonly raw: Received
}

type Log = (level: 'info' | 'warn', event: string, data: object) => void

const MAX_TASKS = 1000

const NOT_PRUNED: PruningMetadata = {
  attempted: false,
  applied: false,
  fallback: false,
  reason: 'no_focus_question',
  raw_bytes: 0,
}

const UNEXPLAINED: Failure = {
  code: 'OPERATION_FAILED',
  message: 'The call failed without a reason',
}
