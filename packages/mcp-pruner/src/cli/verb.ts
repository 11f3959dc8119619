// What verbs share: one way to say that a command line is wrong, one exit code for it, and one to read options.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { USAGE_EXIT, UsageError } from '../process/usage-error.js'

export { USAGE_EXIT, UsageError }

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<Given extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Given; allowPositionals: true; strict: true }>
>

export function readArgs<const Given extends Options>(
  args: readonly string[],
  options: Given,
): Parsed<Given> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    // The parser's own words end in advice about positional arguments that nobody asked for.
    const message = error instanceof Error ? error.message : String(error)
    throw new UsageError((message.split('. ')[0] ?? message).replace(/^./, (c) => c.toLowerCase()))
  }
}

/** Runs a verb; a wrong command line is told on stderr with the way to the verb's help. */
export async function runVerb(
  verb: string,
  help: string,
  args: readonly string[],
  run: () => Promise<number>,
): Promise<number> {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (own.includes('--help') || own.includes('-h')) {
    process.stdout.write(help)
    return 0
  }
  // Whoever read our output has seen enough, as `head` does.
  process.stdout.once('error', () => process.exit(process.exitCode ?? 0))
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const hint = error.hint ?? `mcp-pruner ${verb} --help`
    process.stderr.write(`mcp-pruner ${verb}: ${error.message}\nhint: ${hint}\n`)
    return USAGE_EXIT
  }
}

export const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

export const warn = (text: string): void => {
  process.stderr.write(`${text}\n`)
}
