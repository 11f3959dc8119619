// Wrong use of the command line, a file or the environment: one line with a hint, and always the same exit code.
import { AppError } from './app-error.js'

export const USAGE_EXIT = 2

export class UsageError extends AppError<'usage' | 'config_invalid'> {
  override readonly name = 'UsageError'

  constructor(message: string, hint?: string, code: 'usage' | 'config_invalid' = 'usage') {
    super(code, message, hint === undefined ? {} : { hint })
  }
}
