// The command line of `wrap`, parsed once into what the gateway needs.
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './config.js'
import type { UpstreamSpec } from './upstream/spec.js'

export const PROFILES = ['claude-safe', 'runtime'] as const
export type ProfileName = (typeof PROFILES)[number]

export interface WrapOptions {
  readonly upstreams: readonly UpstreamSpec[]
  readonly profile: ProfileName
  /** `always`: every answer is an envelope. `overflow`: only one that had to be cut. */
  readonly contract: 'always' | 'overflow'
  readonly preset: string | undefined
  /** All limits of the profile hold for every answer, also for one within the byte limit. */
  readonly strict: boolean
  /** `limit`: pictures over the limit are kept and replaced by a note. */
  readonly images: 'limit' | 'pass'
}

export const USAGE = `Usage: mcp-pruner wrap [options] -- COMMAND [ARGS…]
       mcp-pruner wrap [options] --config FILE

Puts MCP servers behind limits: what they answer stays small, and nothing is lost.

Options:
  --config FILE      servers in the usual "mcpServers" shape (stdio and Streamable HTTP)
  --profile NAME     claude-safe (10 KB, default) or runtime (1 MB)
  --strict           hold all limits (10 items, 500 characters, 4 levels, 20 log lines) for every
                     answer; without it an answer within the byte limit is never touched
  --contract always  answer every call with an envelope, not only those that are cut
  --preset NAME      automatosx, or a file of your own: categories, budgets and rules by tool
  --images pass      leave pictures over 1 MB or 2,000 pixels a side as they are
  --help             this text
`

/** Throws `ConfigError`, whose message is for the user. `undefined`: help was asked for. */
export function readOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): WrapOptions | undefined {
  const split = args.indexOf('--')
  const [command, ...commandArgs] = split === -1 ? [] : args.slice(split + 1)
  const values = parse(split === -1 ? args : args.slice(0, split))
  if (values.help) return undefined
  const { config, profile = 'claude-safe', contract = 'overflow', preset } = values
  const { strict = false, images = 'limit' } = values
  if ((config === undefined) === (command === undefined)) {
    throw new ConfigError('give either a command behind "--", or --config FILE')
  }
  if (!PROFILES.includes(profile as ProfileName)) {
    throw new ConfigError(`--profile is "${profile}"; use ${PROFILES.join(' or ')}`)
  }
  if (contract !== 'always' && contract !== 'overflow') {
    throw new ConfigError(`--contract is "${contract}"; use always or overflow`)
  }
  if (images !== 'limit' && images !== 'pass') {
    throw new ConfigError(`--images is "${images}"; use limit or pass`)
  }
  return {
    upstreams:
      command === undefined ? readConfig(config ?? '', env) : [commandSpec(command, commandArgs)],
    profile: profile as ProfileName,
    contract,
    preset,
    strict,
    images,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        config: { type: 'string' },
        profile: { type: 'string' },
        contract: { type: 'string' },
        preset: { type: 'string' },
        strict: { type: 'boolean' },
        images: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    const [line = ''] = (error as Error).message.split('. ')
    throw new ConfigError(`${line} (the server's command goes behind "--")`)
  }
}

const commandSpec = (command: string, args: readonly string[]): UpstreamSpec => ({
  kind: 'stdio',
  isNamed: false,
  name: 'server',
  command,
  args,
  env: {},
})
