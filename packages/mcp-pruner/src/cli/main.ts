// From the command line to a verb and its exit code.
import { VERSION } from '../process/version.js'
import { COMMANDS } from './commands.js'

export async function main([verb, ...args]: readonly string[]): Promise<number> {
  if (verb === undefined) {
    const { serveStdio } = await import('../stdio/serve-stdio.js')
    return serveStdio()
  }
  if (verb === '--version' || verb === '-v') return print(VERSION)
  if (verb === '--help' || verb === '-h' || verb === 'help') return print(help())
  const command = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined
  if (command) return command.run(args)
  process.stderr.write(
    `mcp-pruner: unknown command ${JSON.stringify(verb)}\nhint: mcp-pruner --help lists the commands\n`,
  )
  return 2
}

function print(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}

function help(): string {
  const verbs = Object.entries(COMMANDS)
  const width = Math.max(...['(none)', ...verbs.map(([verb]) => verb)].map((name) => name.length))
  const row = (name: string, summary: string) => `  ${name.padEnd(width)}  ${summary}`
  return [
    `mcp-pruner ${VERSION}: keeps what a coding agent reads down to what it asked for`,
    '',
    'Usage: mcp-pruner [COMMAND]',
    '',
    row('(none)', 'MCP server over stdio with the tools read, bash, grep and recover_text'),
    ...verbs.map(([verb, { summary }]) => row(verb, summary)),
    '',
    'Options: --help, --version. Settings are environment variables; the README lists them.',
  ].join('\n')
}
