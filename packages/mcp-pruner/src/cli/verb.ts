// What verbs share: one way to say that a command line or a setting is wrong, and one exit code for it.

import { USAGE_EXIT, UsageError } from '../errors/usage-error.js'
import { createEmitter } from '../process/events.js'
import { visible } from '../process/visible-text.js'

/** A verb that serves until it is ended: its logs are JSON, and it looks after its own output. */
export interface Serving {
  /** The event that says it did not start. */
  readonly startFailed: string
}

/** Runs a verb; wrong use is told on stderr with what to do about it. No verb: the server on stdin and stdout. */
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
  // Whoever read our output has seen enough, as `head` does.
  if (!serving) process.stdout.once('error', () => process.exit(process.exitCode ?? 0))
  try {
    const exitCode = await run()
    if (!serving) await allWritten(process.stdout)
    return exitCode
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const name = verb === undefined ? 'mcp-pruner' : `mcp-pruner ${verb}`
    const { message, hint = `${name} --help` } = error
    // The event comes first: who reads a server's log takes its first line for what became of the start.
    if (serving) createEmitter('error')('error', serving.startFailed, { data: { message, hint } })
    process.stderr.write(`${name}: ${oneLine(message)}\nhint: ${oneLine(hint)}\n`)
    return USAGE_EXIT
  }
}

/** A pipe takes 64 KB at a time: a pager or a slow reader has the rest when it asks for it. */
const allWritten = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.writableLength === 0) resolve()
    else stream.write('', () => resolve())
  })

/** A file's name or a parser's words may hold a line break. */
const oneLine = (text: string): string => visible(text).replace(/\r?\n/g, ' ')

export const say = (text: string): void => {
  process.stdout.write(`${visible(text)}\n`)
}

export const warn = (text: string): void => {
  process.stderr.write(`${visible(text)}\n`)
}
