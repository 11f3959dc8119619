// The command line of `wrap`, parsed once into what the gateway needs.

import { optionError, UsageError } from '../errors/usage-error.js'
import type { AccessPolicy } from '../http/access.js'
import { readAccess } from '../http/serve-options.js'
import { helpText } from '../process/help-text.js'
import { oneOf } from '../process/option-values.js'
import { optionsOf, readFlags } from '../process/read-args.js'
import { readFlag } from '../settings/read-setting.js'
import { settingRows } from '../settings/setting-help.js'
import { readConfig } from './config.js'
import type { UpstreamSpec } from './wire/upstream/spec.js'

export const PROFILES = ['claude-safe', 'runtime'] as const
export type ProfileName = (typeof PROFILES)[number]

export interface WrapOptions {
  readonly upstreams: readonly UpstreamSpec[]
  readonly profile: ProfileName
  /** `always`: every answer is an envelope. `overflow`: only one that was cut. */
  readonly contract: 'always' | 'overflow'
  readonly preset: string | undefined
  /** All limits of the profile apply to every answer, also to one within the byte limit. */
  readonly strict: boolean
  /** `limit`: images over the limit are stored and replaced by a note. */
  readonly images: 'limit' | 'pass'
  /** `deferred`: tools are found and called through two tools of ours. */
  readonly tools: 'listed' | 'deferred'
  /** `all`: each tool lists every added parameter; otherwise only the question, where there is room. */
  readonly parameters: 'question' | 'all'
  /** For every tool. */
  readonly timeLimitMs: number | undefined
  /** Serves many clients over HTTP instead of one over stdio. */
  readonly http: HttpOptions | undefined
  /** The configuration file of the servers; read again when it changes. */
  readonly configFile: string | undefined
}

export interface HttpOptions {
  readonly host: string
  readonly port: number
  readonly access: AccessPolicy
}

const OPTIONS = {
  '--config FILE': 'Servers in the usual "mcpServers" shape (stdio and Streamable HTTP)',
  '--profile NAME': 'claude-safe (10 KB, default) or runtime (1 MB)',
  '--strict':
    'Apply all limits (10 items, 500 characters, 4 levels, 20 log lines) to every answer; without it an answer within the byte limit is not touched',
  '--contract always': 'Answer every call with an envelope, not only those that are cut',
  '--preset NAME': 'automatosx, or a file of your own: categories, budgets and rules by tool',
  '--timeout SECONDS':
    'Time limit of every tool; by default 1 to 20 minutes depending on the tool, restarted by each progress report, at most an hour',
  '--tools deferred': 'List only find_tools and call_tool',
  '--parameters all': 'List context_focus_question, fields and max_tokens for every tool',
  '--images pass': 'Leave pictures over 1 MB or 8,000 pixels per side as they are',
  '--http PORT':
    'Serve Streamable HTTP at /mcp, with /metrics, instead of stdio; each client gets its own servers',
  '--host HOST': 'Where --http listens: 127.0.0.1 by default; others need MCP_PRUNER_TOKEN',
  '--allow-host NAME': 'Another host name that clients of --http use',
  '--install CLIENT': "Put every server of a client's configuration behind one gateway",
  '--uninstall CLIENT': 'Restore that configuration',
} as const

export const USAGE = helpText({
  does: 'Applies limits to MCP servers: their answers stay small, and nothing is lost.',
  usage: [
    'wrap [OPTIONS] -- COMMAND [ARGS]...',
    'wrap [OPTIONS] --config FILE',
    'wrap --install CLIENT | --uninstall CLIENT',
  ],
  args: { COMMAND: 'The command of the server, with its arguments' },
  options: OPTIONS,
  environment: settingRows('wrap', ['MCP_PRUNER_STORE', 'MCP_PRUNER_LOG_LEVEL']),
})

/** The client that a gateway is installed for or removed from; `undefined` to run one. */
export function readSetup(
  args: readonly string[],
): { readonly client: string; readonly how: 'install' | 'uninstall' } | undefined {
  if (args.includes('--')) return undefined
  const { install, uninstall, ...others } = parse(args)
  const client = install ?? uninstall
  if (client === undefined) return undefined
  const hasOthers = Object.values(others).some((value) => value !== undefined && value !== false)
  if ((install !== undefined && uninstall !== undefined) || hasOthers) {
    throw new UsageError('--install and --uninstall cannot be combined with other options')
  }
  return { client, how: install === undefined ? 'uninstall' : 'install' }
}

/** Throws `UsageError` with a message for the user. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): WrapOptions {
  const split = args.indexOf('--')
  const [command, ...commandArgs] = split === -1 ? [] : args.slice(split + 1)
  const values = parse(split === -1 ? args : args.slice(0, split))
  const { config, profile = 'claude-safe', contract = 'overflow', preset } = values
  const { strict, images = 'limit', tools = 'listed', parameters = 'question' } = values
  if ((config === undefined) === (command === undefined)) {
    throw new UsageError('give either a command after "--", or --config FILE')
  }
  const chosen = {
    profile: oneOf('--profile', profile, PROFILES),
    contract: oneOf('--contract', contract, ['always', 'overflow']),
    images: oneOf('--images', images, ['limit', 'pass']),
    tools: oneOf('--tools', tools, ['listed', 'deferred']),
    parameters: oneOf('--parameters', parameters, ['question', 'all']),
    timeLimitMs: milliseconds(values.timeout),
  }
  return {
    upstreams:
      command === undefined ? readConfig(config ?? '', env) : [commandSpec(command, commandArgs)],
    ...chosen,
    preset,
    strict,
    http: readHttp(values, env),
    configFile: config,
  }
}

function readHttp(
  values: ReturnType<typeof parse>,
  env: NodeJS.ProcessEnv,
): HttpOptions | undefined {
  const { http, host = '127.0.0.1', 'allow-host': names = [] } = values
  if (http === undefined) {
    if (values.host === undefined && names.length === 0) return undefined
    throw new UsageError('--host and --allow-host need --http PORT')
  }
  const port = readFlag('--http', http, 'MCP_PRUNER_PORT') ?? 0
  return { host, port, access: readAccess(env, host, names) }
}

function parse(args: readonly string[]) {
  try {
    return readFlags(args, {
      ...optionsOf(OPTIONS),
      'allow-host': { type: 'string', multiple: true },
    })
  } catch (error) {
    throw new UsageError((error as Error).message, 'the command of the server goes after "--"')
  }
}

const MAX_SECONDS = 24 * 3600

function milliseconds(seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined
  const number = Number(seconds)
  if (!(number > 0) || number > MAX_SECONDS) {
    throw optionError('--timeout', seconds, `seconds from 0.1 to ${MAX_SECONDS}`)
  }
  return Math.ceil(number * 1000)
}

const commandSpec = (command: string, args: readonly string[]): UpstreamSpec => ({
  kind: 'stdio',
  isNamed: false,
  name: 'server',
  command,
  args,
  env: {},
})
