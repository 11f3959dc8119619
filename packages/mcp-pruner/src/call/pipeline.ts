// The single path through the application, for its own tools and for wrapped ones:
// validate → guard → time limit → run the tool → prune if asked → shape the answer.

import type { PruningMetadata } from '@jeeves/contracts'
import { runWithTimeout, type TimedResult } from '@jeeves/mcp-runtime'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { closingLines } from '../ask/closing-line.js'
import { explicitQuestion, type PruneOutput, type Question } from '../ask/prune-output.js'
import { isAppError } from '../errors/app-error.js'
import { isEnabled } from '../process/events.js'
import { INTERNAL_ERROR } from '../rpc/codes.js'
import { RpcError } from '../rpc/rpc-error.js'
import type { Guard } from './guard.js'
import { RequestInvalid } from './invalid-params.js'
import type { RecordedCall } from './record-call.js'
import { OWN_REQUEST_LIMITS } from './request-limits.js'
import {
  type Call,
  type Failure,
  type Finished,
  type Produced,
  type Tool,
  ToolFailure,
} from './tool.js'

/** Enough for a stopped tool to terminate a process group, wait, and kill it. */
const STOP_GRACE_MS = 2000

export interface Pipeline {
  readonly pruneOutput: PruneOutput
  readonly guard: Guard
  /** Records the call, which is described when it is written; absent where nothing is recorded. */
  readonly record?: (describe: () => RecordedCall) => void
}

export interface Answer<Result = CallToolResult> {
  readonly result: Result
  readonly mode: 'raw' | 'pruned'
}

export async function callTool<Args, Raw, Result = CallToolResult>(
  tool: Tool<Args, Raw, Result>,
  input: unknown,
  call: Call,
  { pruneOutput, guard, record }: Pipeline,
): Promise<Answer<Result>> {
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  const log: Log = (level, event, data) => {
    if (!isEnabled(call.emit, level)) return
    call.emit(level, event, { request_id: call.requestId, data: { tool: tool.name, ...data } })
  }

  const parsed = tool.parse(input)
  if (!parsed.ok) throw new RequestInvalid('tools/call', parsed.issues, tool.name)
  const { args, unknownKeys } = parsed
  const question = explicitQuestion(tool.focusQuestion(args))
  const limitMs = tool.timeLimitMs(args)

  const { limits = OWN_REQUEST_LIMITS, limitedAs = tool.name } = tool.request ?? {}
  const refused = await guard.before({ tool: tool.name, limitedAs, request: input, limits })
  const nothingPruned = () => unpruned(tool.name, question, call, pruneOutput)
  if (refused) return finish({ failure: refused, pruning: await nothingPruned() })

  log('info', 'tool.exec_start', {})
  const timed = await runWithTimeout<Outcome<Raw>>(
    ({ cancellation, extend }) =>
      tool.run(args, { ...call, signal: cancellation, extend }).catch(asFailure),
    { timeoutMs: limitMs, maxMs: tool.maxMs, graceMs: STOP_GRACE_MS, signal: call.signal },
  )
  stopIfCancelled()
  const ran = outcomeOf(timed, tool)
  const failure = 'failure' in ran ? ran.failure : undefined
  if (failure) logFailure(failure, limitMs, elapsed(), log)
  if (!('raw' in ran)) return finish({ failure: ran.failure, pruning: await nothingPruned() })
  if (!failure && isEnabled(call.emit, 'info')) {
    log('info', 'tool.exec_ok', { duration_ms: elapsed(), bytes: Buffer.byteLength(ran.text) })
  }

  const { raw, metadata, keptLines } = await pruneOutput(tool.name, question, ran, call)
  stopIfCancelled()
  return finish({ raw, pruning: metadata, ...(failure && { failure }) }, ran, keptLines)

  /** Nobody waits for the answer any more; this is the call's last event. */
  function stopIfCancelled(): void {
    if (!call.signal.aborted) return
    log('info', 'tool.cancelled', { duration_ms: elapsed() })
    throw new RpcError(INTERNAL_ERROR, 'the call was cancelled')
  }

  async function finish(
    end: End<Raw>,
    produced?: Produced<Raw>,
    kept?: readonly number[],
  ): Promise<Answer<Result>> {
    const notes = closingLines(end.pruning, { recoverBy: tool.recoverBy })
    const durationMs = elapsed()
    // For the record, which nobody waits for.
    void guard.after(tool.name, durationMs, tool.maxMs ?? limitMs)
    const warnings = unknownKeys.map((key) => `unknown argument ignored: ${key}`)
    const result = await tool.shape({ args, warnings, notes, durationMs, ...end }, call)
    record?.(() => recordOf(tool, args, call.client, { end, produced, keptLines: kept, result }))
    return { result, mode: end.pruning.applied ? 'pruned' : 'raw' }
  }
}

type Log = (level: 'info' | 'warn', event: string, data: object) => void

function logFailure(
  { code, message, exit_code }: Failure,
  limitMs: number,
  durationMs: number,
  log: Log,
): void {
  if (code === 'timeout') log('warn', 'tool.exec_timeout', { timeout_ms: limitMs })
  log('warn', 'tool.exec_failed', { code, message, exit_code, duration_ms: durationMs })
}

type End<Raw> = Pick<Finished<unknown, Raw>, 'raw' | 'failure' | 'pruning'>

/** The metadata of a call without output. */
async function unpruned(
  tool: string,
  question: Question | undefined,
  call: Call,
  pruneOutput: PruneOutput,
): Promise<PruningMetadata> {
  const nothing = { raw: undefined, text: '', apply: () => undefined }
  return (await pruneOutput(tool, question, nothing, call)).metadata
}

/** The record of a call. */
function recordOf<Args, Raw, Result>(
  tool: Tool<Args, Raw, Result>,
  args: Args,
  client: string | undefined,
  {
    end,
    produced,
    keptLines,
    result,
  }: {
    readonly end: End<Raw>
    readonly produced: Produced<Raw> | undefined
    readonly keptLines: readonly number[] | undefined
    readonly result: Result
  },
): RecordedCall {
  return {
    tool: tool.name,
    client,
    question: tool.focusQuestion(args),
    reads: tool.reads?.(args),
    pruning: end.pruning,
    text: produced?.text ?? '',
    firstLine: produced?.firstLine ?? 1,
    fileName: produced?.fileName,
    keptLines,
    rawText: produced && tool.uncut?.(produced.raw),
    shown: end.raw === undefined ? undefined : tool.shown?.(end.raw),
    tokens: end.raw === undefined ? undefined : tool.tokens?.(end.raw),
    result: result as Partial<CallToolResult>,
  }
}

type Outcome<Raw> = Produced<Raw> | { readonly failure: Failure }

/** A call stopped at its limit shows its output so far, with a note. */
function outcomeOf<Raw>(
  timed: TimedResult<Outcome<Raw>>,
  { timeLimitHint, maxMs = 0 }: Pick<Tool, 'timeLimitHint' | 'maxMs'>,
): Outcome<Raw> {
  if (timed.status === 'error') throw timed.error.cause
  if (timed.status === 'completed') return timed.result
  const silent = timed.timeoutMs < maxMs ? ' without an answer or a progress report' : ''
  const message = `stopped after ${timed.timeoutMs} ms${silent}; ${timeLimitHint}`
  const failure = { code: 'timeout', message }
  return { ...(timed.partialResult as Outcome<Raw> | undefined), failure }
}

/** An error that a tool throws on purpose is an answer; anything else is a bug and propagates. */
function asFailure(error: unknown): { readonly failure: Failure } {
  if (error instanceof ToolFailure) return { failure: error.failure }
  if (isAppError(error, 'spawn_error'))
    return { failure: { code: error.code, message: error.message } }
  throw error
}
