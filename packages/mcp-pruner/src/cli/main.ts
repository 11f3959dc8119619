// From the command line to a verb and its exit code.

import { USAGE_EXIT } from '../errors/usage-error.js'
import { nearestName } from '../process/nearest-name.js'
import { styleFor } from '../process/terminal-style.js'
import { VERSION } from '../process/version.js'
import { COMMANDS } from './commands.js'
import { runVerb } from './verb.js'

export async function main([verb, ...args]: readonly string[]): Promise<number> {
  if (verb === undefined) {
    // A client uses pipes. A person who typed the bare name would wait for nothing.
    if (process.stdin.isTTY) return print(nextSteps())
    const { serveStdio } = await import('../stdio/serve-stdio.js')
    return runVerb(undefined, '', [], serveStdio, { startFailed: 'mcp_pruner.start_failed' })
  }
  if (verb === '--version' || verb === '-v' || verb === '-V') return print(VERSION)
  if (verb === '--help' || verb === '-h') return print(help())
  if (verb === 'help' && (args[0] === undefined || args[0] === '--help' || args[0] === '-h')) {
    return print(help())
  }
  const name = verb === 'help' ? args[0]! : verb
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command) {
    const { help: text, run } = await command.load()
    return verb === 'help' ? print(text.trimEnd()) : run(args)
  }
  const meant = nearestName(name, [...Object.keys(COMMANDS), ...OWN_WORDS])
  const hint = meant ? `did you mean ${meant}?` : 'mcp-pruner --help'
  const kind = name.startsWith('-') ? 'option' : 'command'
  process.stderr.write(`mcp-pruner: unknown ${kind} ${JSON.stringify(name)}\nhint: ${hint}\n`)
  return USAGE_EXIT
}

/** Besides the commands. */
const OWN_WORDS = ['help', '--help', '--version']

function print(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}

/** For a person who typed the bare name. */
function nextSteps(): string {
  const { bold } = styleFor(process.stdout)
  const steps = [
    ['mcp-pruner install', 'Set up the agent clients on this machine'],
    ['mcp-pruner prune "why does it fail?" -- make', 'Ask a command, a file or a pipe'],
    ['mcp-pruner replay', 'See what it would have saved in your recorded sessions'],
    ['mcp-pruner --help', 'All commands'],
  ] as const
  const width = Math.max(...steps.map(([command]) => command.length))
  return [
    `mcp-pruner ${VERSION} keeps what a coding agent reads down to what it needs.`,
    '',
    'What to do next:',
    ...steps.map(([command, does]) => `  ${bold(command.padEnd(width))}  ${does}`),
    '',
    'Agent clients start this command without a terminal: then it is an MCP server.',
  ].join('\n')
}

function help(): string {
  const { bold } = styleFor(process.stdout)
  const verbs = Object.entries(COMMANDS)
  const width = Math.max(...verbs.map(([verb]) => verb.length))
  return [
    'Keeps what a coding agent reads down to what it needs.',
    '',
    'Usage: mcp-pruner [COMMAND]',
    '',
    bold('Commands:'),
    ...verbs.map(([verb, { summary }]) => `  ${bold(verb.padEnd(width))}  ${summary}`),
    '',
    bold('Options:'),
    '  -h, --help     Show this text',
    '  -V, --version  Show the version',
    '',
    'Without a command it is an MCP server on standard input and output, which agent clients start.',
    'To set them up: mcp-pruner install. For more on a command: mcp-pruner help COMMAND.',
  ].join('\n')
}
