// A verb of the command, declared once: its help, the parser of its options and the way that wrong use is reported.

import { AppError, ERRORS, type ErrorCode } from '../errors/app-error.js'
import { USAGE_EXIT, UsageError } from '../errors/usage-error.js'
import { createEmitter, type EmitEvent } from '../process/events.js'
import { type HelpParts, helpText } from '../process/help-text.js'
import { type OptionRows, type OptionsOf, optionsOf, readArgs } from '../process/read-args.js'
import { visible, visibleJson } from '../process/visible-text.js'

export interface Verb {
  /** What `--help` prints. */
  readonly help: string
  /** Words that an argument can be, for completions. */
  readonly choices?: readonly string[] | undefined
  /** Resolves with the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>
}

interface Declared<Rows extends OptionRows> extends HelpParts {
  readonly name: string
  readonly options?: Rows
  readonly choices?: readonly string[]
  readonly run: (given: Given<Rows>) => Promise<number> | number
}

interface Given<Rows extends OptionRows> {
  readonly values: ReturnType<typeof readArgs<OptionsOf<Rows>>>['values']
  readonly positionals: readonly string[]
  /** What follows `--`, for a verb with the argument COMMAND. */
  readonly command: readonly string[] | undefined
}

export function defineVerb<const Rows extends OptionRows = {}>(declared: Declared<Rows>): Verb {
  const { name, choices, run, args: given, options } = declared
  const help = helpText(declared)
  const start = (args: readonly string[]) => {
    const split = given && 'COMMAND' in given ? args.indexOf('--') : -1
    const own = split === -1 ? args : args.slice(0, split)
    const rows = options ?? ({} as Rows)
    const { values, positionals } = readArgs(own, optionsOf(rows), given !== undefined)
    return run({ values, positionals, command: split === -1 ? undefined : args.slice(split + 1) })
  }
  return { help, choices, run: (args) => runVerb(name, help, args, async () => start(args)) }
}

/** A verb that runs until it is stopped: its logs are JSON, and it handles its own output. */
export interface Serving {
  /** The event for a failed start. */
  readonly startFailed: string
}

/** Runs a verb; failures are reported on stderr in a line with a hint. No verb: the server on stdin and stdout. */
export async function runVerb(
  verb: string | undefined,
  help: string,
  args: readonly string[],
  run: () => Promise<number>,
  serving?: Serving,
): Promise<number> {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (own.includes('--help') || own.includes('-h')) {
    process.stdout.write(help)
    return 0
  }
  // The reader of our output has closed it, as `head` does.
  if (!serving) process.stdout.once('error', () => process.exit(process.exitCode ?? 0))
  try {
    const exitCode = await run()
    if (!serving) await allWritten(process.stdout)
    return exitCode
  } catch (error) {
    if (!isExpected(error)) throw error
    const name = verb === undefined ? 'mcp-pruner' : `mcp-pruner ${verb}`
    const isWrongUse = error instanceof UsageError
    const { message, hint = isWrongUse ? `${name} --help` : undefined } = error
    // For logs, not for a person at a terminal. It comes first: log readers take the first line for the outcome.
    if (serving && !process.stderr.isTTY) {
      createEmitter('error')('error', serving.startFailed, { data: { message, hint } })
    }
    warn(oneLine(`${name}: ${message}`), hint && oneLine(hint))
    return isWrongUse ? USAGE_EXIT : FAILED
  }
}

const FAILED = 1

/** Declared as shown to people, or refused by the system: a full disk, a folder that may not be written. */
function isExpected(error: unknown): error is Error & { readonly hint?: string | undefined } {
  if (error instanceof AppError) return ERRORS[error.code as ErrorCode].shownTo === 'command'
  const { syscall, code } = error as NodeJS.ErrnoException
  // The entry file has a better hint for these.
  return syscall !== undefined && code !== 'EMFILE' && code !== 'ENFILE'
}

/** An event for logs, and a line for a person; at a terminal only the line. */
export function reportListening(
  emit: EmitEvent,
  event: string,
  data: { readonly url: string } & Readonly<Record<string, unknown>>,
): void {
  if (!(process.stdout.isTTY && process.stderr.isTTY)) emit('info', event, { data })
  process.stdout.write(`mcp-pruner listens on ${data.url}\n`)
}

export const httpUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** A pipe takes 64 KB at a time: a pager or a slow reader gets the rest when it reads on. */
const allWritten = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.writableLength === 0) resolve()
    else stream.write('', () => resolve())
  })

/** A file name or a parser's message may contain a line break. */
const oneLine = (text: string): string => text.replace(/\r?\n/g, ' ')

export const printLine = (text: string): void => {
  process.stdout.write(`${visible(text)}\n`)
}

/** `visible` would write escapes that JSON does not know. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${visibleJson(JSON.stringify(value, null, 2))}\n`)
}

/** A failure that is not wrong use: a line, and what to do about it. */
export const warn = (text: string, hint?: string): void => {
  process.stderr.write(`${visible(text)}\n${hint === undefined ? '' : `hint: ${visible(hint)}\n`}`)
}
