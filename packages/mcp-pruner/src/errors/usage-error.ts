// Wrong use of the command line, a file or the environment: one line with a hint, and always the same exit code.
import { readFileSync } from 'node:fs'
import { AppError } from './app-error.js'

export const USAGE_EXIT = 2

export class UsageError extends AppError<'usage' | 'config_invalid'> {
  override readonly name = 'UsageError'

  constructor(message: string, hint?: string, code: 'usage' | 'config_invalid' = 'usage') {
    super(code, message, hint === undefined ? {} : { hint })
  }
}

/** One wording for every value that an option or argument cannot have. */
export const optionError = (
  option: string,
  value: string,
  allowed: string,
  hint?: string,
): UsageError =>
  new UsageError(`${option} ${JSON.stringify(value)} is not valid: use ${allowed}`, hint)

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
}

/** Why a file cannot be read, in words. */
export function fileProblem(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return FILE_PROBLEMS[code] ?? message
}

/** The same for an option whose file or folder is missing or wrong. */
export const optionFileError = (
  option: string,
  file: string,
  problem: string,
  hint?: string,
): UsageError =>
  new UsageError(`${option} ${JSON.stringify(file)} cannot be used: ${problem}`, hint)

/** The JSON in the file that an option names; `unreadable` begins why it cannot be read. */
export function readOptionJson(option: string, file: string, unreadable = ''): unknown {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    throw optionFileError(option, file, `${unreadable}${fileProblem(error)}`)
  }
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw optionFileError(option, file, `it is not valid JSON: ${(error as Error).message}`)
  }
}
