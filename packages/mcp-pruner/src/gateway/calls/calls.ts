// Calls of wrapped tools, through the one pipeline, and what is recorded about them.
import type { PruningMetadata } from '@jeeves/contracts'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { explicitQuestion } from '../../ask/prune-output.js'
import type { Guard } from '../../call/guard.js'
import { callTool, type Pipeline } from '../../call/pipeline.js'
import { type RecordCall, recordLater, shownText } from '../../call/record-call.js'
import type { Call, Finished } from '../../call/tool.js'
import { shownBy } from '../../clients/output-mode.js'
import type { EmitEvent } from '../../process/events.js'
import { Answer, isFields } from '../../rpc/message.js'
import type { IncomingRequest } from '../../rpc/peer.js'
import { countedBytes } from '../shape/blocks.js'
import { ExactAnswer } from '../shape/client-form.js'
import { explained, failureAnswer } from '../shape/failure-answer.js'
import { SchemaThread } from '../shrink/schema/schema-thread.js'
import type { StoredAnswers } from '../stored-answers/stored-answers.js'
import type { WrappedTool } from '../wire/client/catalog.js'
import { focusRef } from './choice-note.js'
import type { Focused } from './focus.js'
import type { CallContext } from './pass-through.js'
import { type RuleSources, rulesFor, type ToolRules, withMaxTokens } from './rules.js'
import { shapeAnswer } from './shape-answer.js'
import type { Chosen } from './smaller-choices.js'
import { asProduced, asTool, type Received, type WrappedCall } from './wrapped-tool.js'

export interface CallsOptions {
  readonly rules: RuleSources
  readonly contract: 'always' | 'overflow'
  /** What notes are sealed with. */
  readonly seal: string
  readonly images: 'limit' | 'pass'
  readonly pruneOutput: Pipeline['pruneOutput']
  readonly storedAnswers: StoredAnswers
  readonly record: RecordCall
  readonly guard: Guard
  readonly emit: EmitEvent
}

interface PerTool {
  readonly emit: EmitEvent
  readonly rules: ToolRules
}

export class Calls {
  readonly #options: CallsOptions
  readonly #schemas: SchemaThread
  readonly #later: ReturnType<typeof recordLater>
  /** Which tool each running task belongs to. */
  readonly #tasks = new Map<string, WrappedTool>()
  readonly #perTool = new WeakMap<WrappedTool, PerTool>()
  #received = 0

  constructor(options: CallsOptions) {
    this.#options = options
    this.#schemas = new SchemaThread(options.seal)
    // The answer is with its client; what fails now ends nothing.
    this.#later = recordLater(options.record, RECORDED_AFTER_MS, ({ message }) =>
      options.emit('error', 'call.not_recorded', { data: { message } }),
    )
  }

  /** The answer for the client: the server's own text where nothing had to be cut. */
  async call(
    tool: WrappedTool,
    { params = {}, signal }: IncomingRequest,
    client: string | undefined,
  ): Promise<unknown> {
    const { pruneOutput, guard } = this.#options
    const { emit, rules } = this.#of(tool)
    const requestId = `req_${++this.#received}`
    let received: Received | undefined
    const wrapped = asTool(tool, params, rules, (finished, call) => {
      received = finished.raw
      return this.#shape(tool, finished, call)
    })
    const call: Call = { requestId, signal, emit, output: 'structured', client }
    const { result } = await callTool(wrapped, params['arguments'], call, {
      pruneOutput,
      guard,
      // Written down when the client has its answer, and those that come one after the other together.
      record: (describe) =>
        this.#later.record(
          () => ({ ...describe(), server: tool.upstream.label }),
          (received?.answer.text.length ?? 0) > LARGE_CHARS,
        ),
    })
    const answer = received?.answer
    this.#rememberTask(tool, answer?.value)
    return answer && (result as unknown) === answer.value ? answer : new ExactAnswer(result)
  }

  /** The result of a call that went on as a task. */
  async taskResult(taskId: unknown, answer: Answer, client: string | undefined): Promise<unknown> {
    const tool = this.#tasks.get(String(taskId))
    const { value } = answer
    if (!tool || !isFields(value) || !Array.isArray(value['content'])) return answer
    const sent = await shapeAnswer(answer, undefined, this.#contextOf(tool, client))
    this.#options.record({
      tool: tool.exposedName,
      server: tool.upstream.label,
      client,
      question: undefined,
      reads: undefined,
      pruning: NOT_PRUNED,
      text: '',
      firstLine: 1,
      fileName: undefined,
      keptLines: undefined,
      rawText: shownText(value),
      result: isFields(sent) ? sent : {},
    })
    return sent === value ? answer : new ExactAnswer(sent)
  }

  /** Events of a call name its server, which a tool's name need not tell. */
  #emitFor({ upstream }: WrappedTool): EmitEvent {
    const { emit } = this.#options
    const named: EmitEvent = (level, event, details) =>
      emit(level, event, { ...details, data: { server: upstream.label, ...details?.data } })
    return emit.isEnabled ? Object.assign(named, { isEnabled: emit.isEnabled }) : named
  }

  /** Made with the tool's first call. */
  #of(tool: WrappedTool): PerTool {
    const known = this.#perTool.get(tool)
    if (known) return known
    const made = { emit: this.#emitFor(tool), rules: rulesFor(tool, this.#options.rules) }
    this.#perTool.set(tool, made)
    return made
  }

  /** Writes down what was not yet. */
  close(): void {
    this.#later.flush()
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
    { raw, args, failure, pruning, durationMs }: Finished<WrappedCall, Received>,
    call: Call,
  ): Promise<CallToolResult> {
    const { rules } = this.#of(tool)
    if (!raw) {
      return failureAnswer(explained(failure), rules.limits, durationMs) as CallToolResult
    }
    const { answer } = raw
    const context = this.#contextOf(tool, call.client, call.requestId, args, durationMs)
    if (tool.definition['outputSchema']) void this.#checkSchema(answer.value, context)
    const chosen = this.#chosen(raw, args, pruning, call, tool.exposedName)
    const sent = (await shapeAnswer(answer, chosen, context)) as CallToolResult
    if (call.emit.isEnabled?.('info') === false) return sent
    const bytes = Buffer.byteLength(answer.text)
    const isSame = (sent as unknown) === answer.value
    context.log('info', 'response.size', {
      bytes_in: bytes,
      bytes_out: isSame ? bytes : sizeOf(sent),
    })
    return sent
  }

  #contextOf(
    tool: WrappedTool,
    client: string | undefined,
    requestId?: string,
    { fields, maxTokens }: Pick<WrappedCall, 'fields' | 'maxTokens'> = {},
    durationMs = 0,
  ): CallContext {
    const { storedAnswers, contract, images } = this.#options
    const { emit, rules } = this.#of(tool)
    const request = requestId === undefined ? {} : { request_id: requestId }
    return {
      tool,
      rules: withMaxTokens(rules, maxTokens),
      contract,
      images,
      shown: shownBy(client),
      storedAnswers,
      schemas: this.#schemas,
      durationMs,
      ...(fields && { fields }),
      log: (level, event, data) =>
        emit(level, event, { ...request, data: { tool: tool.exposedName, ...data } }),
    }
  }

  /** What the question chose, and the way to ask it again with less room. */
  #chosen(
    { answer, focused, focusable }: Received,
    { question }: WrappedCall,
    pruning: PruningMetadata,
    call: Call,
    tool: string,
  ): Chosen | undefined {
    if (!focused || isAll(focused)) return undefined
    const { pruneOutput, storedAnswers } = this.#options
    const again: Chosen['again'] = async (maxTokens, isQuestionAlone) => {
      const isAlone = isQuestionAlone || focusable.lines === 'items'
      const produced = asProduced(answer, focusable, maxTokens, isAlone)
      const { raw, metadata } = await pruneOutput(tool, explicitQuestion(question), produced, call)
      if (!raw.focused || isAll(raw.focused)) return undefined
      return { focused: raw.focused, pruning: metadata, again }
    }
    const characters = pruning.raw_bytes
    const ref = focusRef(pruning)
    if (ref !== undefined) storedAnswers.remember({ ref, tool, characters })
    return { focused, pruning, again }
  }

  /** Whether a server keeps to the schema that it declared: said in the log, and never waited for. */
  async #checkSchema(value: unknown, { tool, shown, log }: CallContext): Promise<void> {
    const { outputSchema } = tool.definition
    if (shown !== 'unknown' || !isFields(outputSchema) || !isFields(value)) return
    const { structuredContent, isError, task } = value
    if (isError === true || isFields(task)) return
    if (structuredContent === undefined) {
      return log('warn', 'response.schema_violation', { violation: 'structuredContent is missing' })
    }
    const isValid = await this.#schemas.isValid(outputSchema, structuredContent)
    if (isValid === false) {
      log('warn', 'response.schema_violation', { violation: 'structuredContent is not valid' })
    }
  }
}

/** A choice of all lines may still show long ones in parts. */
const isAll = ({ choice, inParts }: Focused): boolean => choice.isWhole === true && !inParts

function sizeOf(value: unknown): number | undefined {
  try {
    return isFields(value) ? countedBytes(value) : undefined
  } catch {
    return undefined // nested too deeply to be printed
  }
}

const MAX_TASKS = 1000
const RECORDED_AFTER_MS = 25
const LARGE_CHARS = 100_000

const NOT_PRUNED: PruningMetadata = {
  attempted: false,
  applied: false,
  fallback: false,
  reason: 'no_focus_question',
  raw_bytes: 0,
}
