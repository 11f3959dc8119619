// Shared by the verbs: one way to report a wrong command line or setting, and one exit code for it.

import { USAGE_EXIT, UsageError } from '../errors/usage-error.js'
import { createEmitter, type EmitEvent } from '../process/events.js'
import { visible } from '../process/visible-text.js'

/** A verb that serves until it is stopped: its logs are JSON, and it handles its own output. */
export interface Serving {
  /** The event for a failed start. */
  readonly startFailed: string
}

/** Runs a verb; wrong use is reported on stderr with a hint. No verb: the server on stdin and stdout. */
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
    if (!(error instanceof UsageError)) throw error
    const name = verb === undefined ? 'mcp-pruner' : `mcp-pruner ${verb}`
    const { message, hint = `${name} --help` } = error
    // For logs, not for a person at a terminal. It comes first: log readers take the first line for the outcome.
    if (serving && !process.stderr.isTTY) {
      createEmitter('error')('error', serving.startFailed, { data: { message, hint } })
    }
    process.stderr.write(`${name}: ${oneLine(message)}\nhint: ${oneLine(hint)}\n`)
    return USAGE_EXIT
  }
}

/** An event for logs, and a line for a person; at a terminal only the line. */
export function tellListening(
  emit: EmitEvent,
  event: string,
  data: { readonly url: string } & Readonly<Record<string, unknown>>,
): void {
  if (!(process.stdout.isTTY && process.stderr.isTTY)) emit('info', event, { data })
  process.stdout.write(`mcp-pruner listens on ${data.url}\n`)
}

/** A pipe takes 64 KB at a time: a pager or a slow reader gets the rest when it reads on. */
const allWritten = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.writableLength === 0) resolve()
    else stream.write('', () => resolve())
  })

/** A file name or a parser's message may contain a line break. */
const oneLine = (text: string): string => visible(text).replace(/\r?\n/g, ' ')

export const say = (text: string): void => {
  process.stdout.write(`${visible(text)}\n`)
}

export const warn = (text: string): void => {
  process.stderr.write(`${visible(text)}\n`)
}
