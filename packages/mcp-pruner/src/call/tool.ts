// What a tool is to the pipeline. The server's own tools and the gateway's wrapped ones both implement it:
// a wrapped tool's `run` is a call to its upstream.
import type { MCPRequestLimits, PruningMetadata } from '@jeeves/contracts'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { PruneCall } from '../ask/attempt.js'
import type { ClosingOptions } from '../ask/closing-line.js'
import type { PrunableOutput } from '../ask/prune-output.js'

/** Why a call failed. `message` holds no argument value, so it may be logged; `subject` is for the caller. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly subject?: string
  readonly exit_code?: number
  /** The work may have been done: to ask again could do it twice. */
  readonly mayHaveRun?: boolean
  /** Figures and names that a program can act on. */
  readonly context?: Readonly<Record<string, unknown>>
}

/** Thrown by `run` when there is nothing to show but the failure. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options)
    this.failure = failure
  }
}

/** A path can be as long as a message; naming it does not take all of that. */
const MAX_SUBJECT_CHARS = 1000

export function describeFailure({ message, subject }: Failure): string {
  if (subject === undefined) return message
  const isLong = subject.length > MAX_SUBJECT_CHARS
  return `${message}: ${isLong ? `${subject.slice(0, MAX_SUBJECT_CHARS)}…` : subject}`
}

/** One argument that is wrong; `path` starts at the arguments. */
export interface ArgumentIssue {
  readonly path: readonly (string | number)[]
  readonly code: string
  /** In words, for those who tell it so; never part of what must be deterministic. */
  readonly message?: string
  /** Of a limit that was exceeded, and what was sent. */
  readonly limit?: number | undefined
  readonly actual?: number | undefined
}

export type ParsedArguments<Args> =
  | { readonly ok: true; readonly args: Args; readonly unknownKeys: readonly string[] }
  | { readonly ok: false; readonly issues: readonly ArgumentIssue[] }

/** What a tool made, before anything is cut. */
export interface Produced<Raw> extends PrunableOutput<Raw> {
  /** The tool reports a failure, and its output is shown all the same. */
  readonly failure?: Failure
}

/** The end of the pipeline: all that a tool needs to write its answer. */
export interface Finished<Args, Raw> {
  readonly args: Args
  /** Absent when the tool failed with nothing to show. */
  readonly raw?: Raw
  readonly failure?: Failure
  readonly pruning: PruningMetadata
  /** For people and models: what was cut and how to have it back. */
  readonly notes: readonly string[]
  /** Arguments that were ignored and the like. */
  readonly warnings: readonly string[]
  readonly durationMs: number
}

export type OutputMode = 'structured' | 'text'

/** Its signal is aborted on cancellation, disconnect, shutdown, and when the time limit is reached. */
export interface Call extends PruneCall {
  /** `text`: the client would show its model `structuredContent` instead of the text, so send none. */
  readonly output: OutputMode
  /** The name that the client gives itself. */
  readonly client?: string | undefined
  /** Counts what the call holds in memory, and throws when no more may be held. Absent where nobody else asks. */
  readonly reserve?: (bytes: number) => void
}

/** What a call looks at, to know the same again; or the kept text that it has back. */
export type Reads =
  | { readonly what: string; readonly from?: number; readonly to?: number }
  | { readonly recovers: string }

export interface Tool<Args = unknown, Raw = unknown, Result = CallToolResult> {
  readonly name: string
  parse(input: unknown): ParsedArguments<Args>
  /** Milliseconds after which `run` is stopped. */
  timeLimitMs(args: Args): number
  /** What raises the limit, for the caller who reached it. */
  readonly timeLimitHint: string
  /** The question to prune by, if one was asked. */
  focusQuestion(args: Args): string | undefined
  /** How its readers recover lines; default: by a tool call. */
  readonly recoverBy?: ClosingOptions['recoverBy']
  /** What its requests may hold, where that is not what all of our tools' may. */
  readonly request?: { readonly limits: MCPRequestLimits; readonly limitedAs?: string }
  reads?(args: Args): Reads
  /** What would be shown of the output without any cut, where that is more than its text. */
  uncut?(raw: Raw): string
  /** What the caller makes use of, where that is not the text of the result. */
  shown?(raw: Raw): string
  run(args: Args, call: Call): Promise<Produced<Raw>>
  shape(finished: Finished<Args, Raw>, call: Call): Result | Promise<Result>
}
