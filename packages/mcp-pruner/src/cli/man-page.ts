// The man page, from the same declarations as --help: `scripts/bundle.mjs` writes it beside the command.
import { VERSION } from '../process/version.js'
import { COMMANDS } from './commands.js'

export async function manPage(): Promise<string> {
  const verbs = await Promise.all(
    Object.entries(COMMANDS).map(async ([verb, { summary, load }]) =>
      [
        `.SS ${verb}`,
        escaped(`${summary}.`),
        '.PP',
        '.nf',
        escaped((await load()).help.trimEnd()),
        '.fi',
      ].join('\n'),
    ),
  )
  return `${[
    `.TH MCP\\-PRUNER 1 "" "mcp\\-pruner ${escaped(VERSION)}" "User Commands"`,
    '.SH NAME',
    'mcp\\-pruner \\- keeps what a coding agent reads down to what it needs',
    '.SH SYNOPSIS',
    '.B mcp\\-pruner',
    '[\\fICOMMAND\\fR] [\\fIARGUMENTS\\fR]',
    '.SH DESCRIPTION',
    escaped(
      'Without a command it is an MCP server on standard input and output, which agent clients start. Its read, bash and grep take a context_focus_question and return only the lines that answer it. Lines are verbatim, every cut is marked, and every cut line can be recovered.',
    ),
    '.SH COMMANDS',
    ...verbs,
    '.SH EXIT STATUS',
    escaped(
      '0 on success, 1 on failure, 2 for a wrong command line. "prune -- COMMAND" has the exit status of the command.',
    ),
    '.SH SEE ALSO',
    'https://github.com/jeeves/mcp\\-pruner',
  ].join('\n')}\n`
}

/** A leading dot or quote would be a roff request, and a plain hyphen cannot be copied. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')
    .replace(/\P{ASCII}/gu, (character) => {
      const code = character.codePointAt(0)?.toString(16).toUpperCase() ?? ''
      return `\\[u${code.padStart(4, '0')}]`
    })
