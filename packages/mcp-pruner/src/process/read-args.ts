// Parses options of a command line strictly: errors are reported like any other wrong use.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from '../errors/usage-error.js'
import { nearestName } from './nearest-name.js'

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<Given extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Given; allowPositionals: true; strict: true }>
>

type Rest<Row> = Row extends `${string}--${infer Written}` ? Written : never
type NameOf<Row> = Rest<Row> extends `${infer Name} ${string}` ? Name : Rest<Row>
type OptionOf<Row> =
  Rest<Row> extends `${string} ${string}`
    ? { readonly type: 'string' }
    : { readonly type: 'boolean'; readonly default: false }
export type OptionRows = Readonly<Record<string, string>>
export type OptionsOf<Rows> = { readonly [Row in keyof Rows as NameOf<Row>]: OptionOf<Row> }

/**
 * The parser's options from the rows of a help text: `--port PORT` takes a value, `-y, --yes` does not, and what
 * `may be repeated` gives a list.
 */
export function optionsOf<const Rows extends OptionRows>(rows: Rows): OptionsOf<Rows> {
  const options: Options = {}
  for (const [row, does] of Object.entries(rows)) {
    const [, short, name = '', value] = /^(?:-(\w), )?--([\w-]+)( .+)?$/.exec(row) ?? []
    options[name] = {
      ...(value === undefined ? { type: 'boolean', default: false } : { type: 'string' }),
      ...(short !== undefined && { short }),
      ...(does.endsWith('; may be repeated') && { multiple: true }),
    }
  }
  return options as OptionsOf<Rows>
}

export function readArgs<const Given extends Options>(
  args: readonly string[],
  options: Given,
  allowPositionals = true,
): Parsed<Given> {
  try {
    return parseArgs({
      args: [...args],
      options,
      allowPositionals: allowPositionals as true,
      strict: true,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const ambiguous = /^Option '(?:-\w, )?(--[\w-]+).*argument is ambiguous/.exec(message)?.[1]
    if (ambiguous !== undefined) {
      throw new UsageError(
        `${ambiguous} needs a value, and what follows begins with a dash`,
        `write ${ambiguous}=VALUE`,
      )
    }
    const valueless = /^Option '(?:-\w, )?(--[\w-]+) <value>' argument missing/.exec(message)?.[1]
    if (valueless !== undefined) throw new UsageError(`${valueless} needs a value`)
    const unknown = /^Unknown option '--([\w-]+)/.exec(message)?.[1]
    const meant = unknown && nearestName(unknown, [...Object.keys(options), 'help'])
    if (meant) throw new UsageError(`unknown option "--${unknown}"`, `did you mean --${meant}?`)
    // The parser's own message ends with advice about positional arguments that does not apply.
    const [sentence = message] = message.split('. ')
    throw new UsageError(
      sentence.replace(/^./, (first) => first.toLowerCase()).replaceAll(/'([^']*)'/g, '"$1"'),
    )
  }
}

/** For a command line of options only. */
export function readFlags<const Given extends Options>(
  args: readonly string[],
  options: Given,
): Parsed<Given>['values'] {
  return readArgs(args, options, false).values
}
