// What a person got wrong on the command line, in a file or in the environment: told in one line with a hint, and
// always with the same exit code.

export const USAGE_EXIT = 2

export class UsageError extends Error {
  override readonly name: string = 'UsageError'
  readonly code: string = 'usage'
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}
