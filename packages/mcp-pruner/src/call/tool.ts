// A tool as the pipeline sees it. The server's own tools and the gateway's wrapped ones both implement it:
// a wrapped tool's `run` is a call to its upstream.
import type { MCPRequestLimits, PruningMetadata } from '@jeeves/contracts'
import type { Cancellation } from '@jeeves/mcp-runtime'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { PruneCall } from '../ask/attempt.js'
import type { ClosingOptions } from '../ask/closing-line.js'
import type { PrunableOutput } from '../ask/prune-output.js'
import type { CountedTokens } from './record-call.js'

/** Why a call failed. `message` contains no argument value, so it may be logged; `subject` is for the caller. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly subject?: string
  readonly exit_code?: number
  /** The work may have been done: repeating the call could do it twice. */
  readonly mayHaveRun?: boolean
  /** Repeating the call would not help. */
  readonly isLasting?: boolean
  /** Figures and names for programs. */
  readonly context?: Readonly<Record<string, unknown>>
}

/** Thrown by `run` when the failure is all there is to show. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options)
    this.failure = failure
  }
}

/** A path can be as long as a message; naming it must not use all of that. */
const MAX_SUBJECT_CHARS = 1000

export function describeFailure({ message, subject }: Failure): string {
  if (subject === undefined) return message
  const isLong = subject.length > MAX_SUBJECT_CHARS
  return `${message}: ${isLong ? `${subject.slice(0, MAX_SUBJECT_CHARS)}…` : subject}`
}

/** One invalid argument; `path` starts at the arguments. */
export interface ArgumentIssue {
  readonly path: readonly (string | number)[]
  readonly code: string
  /** In words, for clients that show words; never part of the deterministic data. */
  readonly message?: string
  /** The exceeded limit, and what was sent. */
  readonly limit?: number | undefined
  readonly actual?: number | undefined
}

export type ParsedArguments<Args> =
  | { readonly ok: true; readonly args: Args; readonly unknownKeys: readonly string[] }
  | { readonly ok: false; readonly issues: readonly ArgumentIssue[] }

/** A tool's result before any cut. */
export interface Produced<Raw> extends PrunableOutput<Raw> {
  /** The tool reports a failure; its output is shown anyway. */
  readonly failure?: Failure
}

/** The end of the pipeline: everything a tool needs to write its answer. */
export interface Finished<Args, Raw> {
  readonly args: Args
  /** Absent when the tool failed with nothing to show. */
  readonly raw?: Raw
  readonly failure?: Failure
  readonly pruning: PruningMetadata
  /** For people and models: what was cut and how to recover it. */
  readonly notes: readonly string[]
  /** Ignored arguments and the like. */
  readonly warnings: readonly string[]
  readonly durationMs: number
}

export type OutputMode = 'structured' | 'text'

/** Its signal is aborted on cancellation, disconnect, shutdown, and when the time limit is reached. */
export interface Call extends PruneCall {
  /** `text`: the client would show its model `structuredContent` instead of the text, so none is sent. */
  readonly output: OutputMode
  /** The client's own name. */
  readonly client?: string | undefined
  /** Counts the memory that the call uses, and throws when the limit is reached. Absent where there is no limit. */
  readonly reserve?: (bytes: number) => void
  /** Aborted when the answer has been sent. Absent where nobody is told. */
  readonly answered?: Cancellation
  /** Starts the time limit again, for a tool with `maxMs`. */
  readonly extend?: () => void
}

/** Identifies what a call looks at, to recognise a repeat; or the stored text that it recovers. */
export type Reads =
  | { readonly what: string; readonly from?: number; readonly to?: number }
  | { readonly recovers: string }

export interface Tool<Args = unknown, Raw = unknown, Result = CallToolResult> {
  readonly name: string
  parse(input: unknown): ParsedArguments<Args>
  /** Milliseconds after which `run` is stopped. */
  timeLimitMs(args: Args): number
  /** How long `run` may take in all when its progress extends the limit. */
  readonly maxMs?: number | undefined
  /** The setting that raises the limit, named in the error. */
  readonly timeLimitHint: string
  /** The question to prune by, if one was asked. */
  focusQuestion(args: Args): string | undefined
  /** How its readers recover lines; default: a tool call. */
  readonly recoverBy?: ClosingOptions['recoverBy']
  /** Request limits, if they differ from those of our other tools. */
  readonly request?: { readonly limits: MCPRequestLimits; readonly limitedAs?: string }
  reads?(args: Args): Reads
  /** What would be shown without any cut, if that is more than its text. */
  uncut?(raw: Raw): string
  /** What the caller uses, if that is not the text of the result. */
  shown?(raw: Raw): string
  /** The tokens of its text and of what is shown, where an engine has counted them. */
  tokens?(raw: Raw): CountedTokens | undefined
  run(args: Args, call: Call): Promise<Produced<Raw>>
  shape(finished: Finished<Args, Raw>, call: Call): Result | Promise<Result>
}
