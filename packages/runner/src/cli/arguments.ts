// Command line → what to run. Everything that can be wrong with it is said here, before anything starts.

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const USAGE = `Usage: jeeves-runner run --provider claude|codex --prompt TEXT [--cwd DIR] [--json]

Runs a coding agent in DIR (default: the current folder) and streams what it does.
JEEVES_PRUNER_ENABLED=1 gives it the pruner's tools.

  --provider NAME  claude (needs @anthropic-ai/claude-agent-sdk) or codex (needs @openai/codex)
  --prompt TEXT    what the agent should do
  --cwd DIR        where it works
  --json           one JSON object per line instead of text
  --help, --version

Exit codes: 0 the run succeeded, 1 it failed, 2 wrong arguments, 3 the agent client is not installed,
129, 130 or 143 ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM.
`

export const PROVIDERS = ['claude', 'codex'] as const

export type Invocation =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'wrong'; readonly message: string }
  | {
      readonly kind: 'run'
      readonly provider: (typeof PROVIDERS)[number]
      readonly prompt: string
      readonly cwd: string
      readonly json: boolean
    }

export function parseInvocation(argv: readonly string[]): Invocation {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        provider: { type: 'string' },
        prompt: { type: 'string' },
        cwd: { type: 'string', default: '.' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    })
    if (values.help) return { kind: 'help' }
    if (values.version) return { kind: 'version' }
    const [verb, ...rest] = positionals
    if (verb !== 'run')
      return wrong(verb === undefined ? 'no command given: use run' : `unknown command ${verb}`)
    if (rest.length > 0) return wrong(`unexpected ${rest.join(' ')}: put the prompt in quotes`)
    const provider = PROVIDERS.find((name) => name === values.provider)
    if (provider === undefined) return wrong(`--provider must be ${PROVIDERS.join(' or ')}`)
    if (!values.prompt?.trim()) return wrong('--prompt must say what the agent should do')
    const cwd = resolve(values.cwd)
    if (!isFolder(cwd)) return wrong(`--cwd ${values.cwd} is not a folder`)
    return { kind: 'run', provider, prompt: values.prompt, cwd, json: values.json }
  } catch (error) {
    return wrong((error as Error).message)
  }
}

const wrong = (message: string): Invocation => ({ kind: 'wrong', message })

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
