// Every application error that is identified by its code: its meaning, and who sees it. Errors of a
// boundary have their own classes: `UsageError` (command line), `ToolFailure` (tools), `RpcError` and `HttpError`.

/** `command`: one line and a hint on stderr. `model`: the text of a result. `log`: an event. `none`: internal. */
type ShownTo = 'command' | 'model' | 'log' | 'none'

interface Declared {
  readonly means: string
  readonly shownTo: ShownTo
  /** What to do about it. */
  readonly hint?: string
}

export const ERRORS = {
  usage: { means: 'wrong command line or file', shownTo: 'command' },
  config_invalid: { means: 'a setting with a value that is not valid', shownTo: 'command' },
  config_unreadable: { means: "a client's file that is left alone", shownTo: 'command' },
  record_unreadable: {
    means: 'the record of what was installed cannot be read',
    shownTo: 'command',
    hint: 'restore it, or install again',
  },
  session_unreadable: { means: 'a recorded session cannot be read', shownTo: 'command' },
  start_failed: { means: 'a server cannot be started', shownTo: 'command' },
  no_answer: { means: 'a wrapped server does not answer initialize', shownTo: 'log' },
  recovery_unavailable: { means: 'the store of kept texts does not answer', shownTo: 'model' },
  not_kept: { means: 'a text is unknown, has expired or could not be stored', shownTo: 'model' },
  not_json: { means: 'a JSON pointer or lines do not fit what is kept', shownTo: 'model' },
  invalid_range: { means: 'lines that a kept text does not have', shownTo: 'model' },
  spawn_error: { means: 'the system refused to start a program', shownTo: 'model' },
  invalid_response: { means: 'an HTTP pruner sent an unusable answer', shownTo: 'model' },
  overloaded: { means: 'too many texts are waiting for the engine', shownTo: 'model' },
  timeout: { means: 'the engine sent no result in time', shownTo: 'model' },
  worker_died: { means: "the engine's thread ended", shownTo: 'model' },
  job_failed: { means: 'the engine failed on a text', shownTo: 'model' },
  aborted: { means: 'nobody waits for the result any more', shownTo: 'none' },
} as const satisfies Readonly<Record<string, Declared>>

export type ErrorCode = keyof typeof ERRORS

export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name: string = 'AppError'
  readonly code: Code
  readonly hint: string | undefined
  /** For programs. */
  readonly data: object

  constructor(
    code: Code,
    message: string,
    options?: ErrorOptions & { readonly hint?: string; readonly data?: object },
  ) {
    super(message, options)
    const { hint }: Declared = ERRORS[code]
    this.code = code
    this.hint = options?.hint ?? hint
    this.data = options?.data ?? {}
  }
}

export const isAppError = <Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is AppError<Code> => error instanceof AppError && error.code === code
