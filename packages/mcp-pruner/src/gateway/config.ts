// Reads the `mcpServers` file that MCP clients use, and reports what is wrong with it and where.

import { dirname, resolve } from 'node:path'
import { optionFileError, readOptionJson, UsageError } from '../errors/usage-error.js'
import { type Fields, isFields } from '../rpc/message.js'
import { readServerSettings } from './wire/upstream/server-settings.js'
import type { OAuthSpec, UpstreamSpec } from './wire/upstream/spec.js'

/** Some clients limit tool names to 64 characters, including the prefix. */
const MAX_NAME = 40

/** VS Code calls them `servers`. */
const KEYS = ['mcpServers', 'servers']

/** An entry that cannot be used does not prevent the others from starting. */
export function readConfig(file: string, env: NodeJS.ProcessEnv): readonly UpstreamSpec[] {
  const at = (path: string, problem: string) => new UsageError(`${file}: ${path} ${problem}`)
  const whole = parse(file)
  const key = KEYS.find((name) => whole[name] !== undefined) ?? 'mcpServers'
  const servers = whole[key]
  if (!isFields(servers)) throw at(key, 'must be an object with one entry per server')
  const taken = new Set<string>()
  const specs = Object.entries(servers)
    .filter(([, entry]) => !(isFields(entry) && entry['disabled'] === true))
    .map(([given, entry]): UpstreamSpec => {
      const path = `${key}.${given}`
      const name = usableName(given, taken)
      try {
        if (!isFields(entry)) throw at(path, 'must be an object')
        return readEntry(name, entry, {
          error: (member, problem) => at(`${path}.${member}`, problem),
          folder: dirname(resolve(file)),
          env,
        })
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        return { kind: 'broken', isNamed: true, name, problem: error.message }
      }
    })
  const [only, ...others] = specs
  if (!only) throw at(key, 'names no server to start')
  if (only.kind === 'broken' && others.length === 0) throw new UsageError(only.problem)
  return specs
}

/** A server's name prefixes its tools' names, which clients restrict to letters, digits, "-", "." and "_". */
function usableName(given: string, taken: Set<string>): string {
  const safe = given
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
    .replaceAll(/_{2,}/g, '_')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, MAX_NAME)
  const base = safe === '' ? 'server' : safe
  let name = base
  for (let i = 2; taken.has(name); i++) name = `${base.slice(0, MAX_NAME - 3)}-${i}`
  taken.add(name)
  return name
}

interface EntryContext {
  readonly error: (key: string, problem: string) => UsageError
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

function readEntry(name: string, entry: Fields, context: EntryContext): UpstreamSpec {
  const { error } = context
  const { type, url, command } = entry
  if (type === 'sse') {
    throw error('type', 'is "sse", which MCP has replaced; give the address of its Streamable HTTP')
  }
  const settings = readServerSettings(entry['mcpPruner'], error)
  const set = settings && { settings }
  if (
    type !== undefined &&
    !['stdio', 'http', 'streamable-http', 'streamableHttp'].includes(type as string)
  ) {
    throw error('type', `is ${JSON.stringify(type)}; use "stdio" or "http" (Streamable HTTP)`)
  }
  if ((url === undefined) === (command === undefined)) {
    throw error('command', 'or url must be given, and only one of them')
  }
  if (url !== undefined) {
    const address = text(url, 'url', context)
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
      throw error('url', `is not an http or https address: ${JSON.stringify(address)}`)
    }
    return {
      kind: 'http',
      isNamed: true,
      name,
      url: address,
      headers: texts(entry['headers'], 'headers', context),
      ...oauthOf(entry['oauth'], context),
      ...set,
    }
  }
  const { args = [], cwd } = entry
  if (command === '') throw error('command', 'must not be empty')
  if (!Array.isArray(args)) throw error('args', 'must be a list of texts')
  return {
    kind: 'stdio',
    isNamed: true,
    name,
    command: text(command, 'command', context),
    args: args.map((arg, i) => text(arg, `args[${i}]`, context)),
    env: texts(entry['env'], 'env', context),
    ...(cwd !== undefined && { cwd: resolve(context.folder, text(cwd, 'cwd', context)) }),
    ...set,
  }
}

const OAUTH_MEMBERS = ['clientId', 'clientSecret', 'scope', 'issuer'] as const

/** `true`, or the gateway's registration at the authorization server. */
function oauthOf(value: unknown, context: EntryContext): { readonly oauth?: OAuthSpec } {
  if (value === undefined || value === false) return {}
  if (value === true) return { oauth: { grant: 'authorization_code' } }
  if (!isFields(value)) throw context.error('oauth', 'must be true or an object')
  const { grant = 'authorization_code' } = value
  if (grant !== 'authorization_code' && grant !== 'client_credentials') {
    throw context.error('oauth.grant', 'must be "authorization_code" or "client_credentials"')
  }
  const given = OAUTH_MEMBERS.flatMap((name) =>
    value[name] === undefined ? [] : [[name, text(value[name], `oauth.${name}`, context)] as const],
  )
  const oauth = { grant, ...Object.fromEntries(given) } as OAuthSpec
  if (grant === 'client_credentials' && !(oauth.clientId && oauth.clientSecret)) {
    throw context.error('oauth', 'needs clientId and clientSecret for client_credentials')
  }
  return { oauth }
}

function texts(value: unknown, key: string, context: EntryContext): Record<string, string> {
  if (value === undefined) return {}
  if (!isFields(value)) throw context.error(key, 'must be an object of texts')
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, text(item, `${key}.${name}`, context)]),
  )
}

/** `${NAME}` and `${NAME:-default}` stand for environment variables, as in Claude Code's files. */
function text(value: unknown, key: string, { error, env }: EntryContext): string {
  if (typeof value !== 'string') throw error(key, 'must be a string')
  if (value.includes('${input:')) {
    throw error(
      key,
      'needs an input that only VS Code asks for; write ${NAME} for an environment variable',
    )
  }
  return value.replace(
    /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
    (_, name: string, fallback?: string) => {
      const found = env[name] ?? fallback
      if (found === undefined)
        throw error(key, `needs the environment variable ${name}, which is not set`)
      return found
    },
  )
}

function parse(file: string): Fields {
  const value = readOptionJson('--config', file)
  if (isFields(value)) return value
  throw optionFileError('--config', file, 'it must contain an object with "mcpServers"')
}
