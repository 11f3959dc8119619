// The command line and the environment of `serve`, parsed once into the service's options.
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { optionError, UsageError } from '../errors/usage-error.js'
import type { EventLevel } from '../process/events.js'
import { optionsOf, readFlags } from '../process/read-args.js'
import {
  type Env,
  readFlag,
  readList,
  readSetting,
  settingError,
} from '../settings/read-setting.js'
import { settingOptions } from '../settings/setting-help.js'
import {
  readLogLevel,
  readSettings,
  readStore,
  type Settings,
  type StoreSettings,
} from '../settings/settings.js'
import { type AccessPolicy, isLoopbackHost } from './access.js'
import { type Caller, parseCallers, tokenProblem } from './callers.js'
import type { InputLimit } from './service-limits.js'

export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly access: AccessPolicy
  readonly stateless: boolean
  /** Addresses of proxies, through which many callers come. */
  readonly trustedProxies: ReadonlySet<string>
  readonly inputLimit: InputLimit
  readonly store: StoreSettings
  /** For `read`, `bash` and `grep`, if they are enabled. */
  readonly localSettings: Settings | undefined
  /** From the shutdown signal to the end of new requests. */
  readonly drainMs: number
  readonly logLevel: EventLevel
}

export function readServeOptions(args: readonly string[], env: Env): ServeOptions {
  const flags = readServeFlags(args)
  const host = flags.host || readSetting(env, 'MCP_PRUNER_HOST')
  return {
    host,
    port: readFlag('--port', flags.port, 'MCP_PRUNER_PORT') ?? readSetting(env, 'MCP_PRUNER_PORT'),
    access: readAccess(env, host, flags.allowedHosts),
    stateless: flags.stateless,
    trustedProxies: readProxies(flags.proxies, readList(env, 'MCP_PRUNER_TRUSTED_PROXIES')),
    inputLimit: readInputLimit(env),
    store: readStore(env, 'serve'),
    drainMs: readSetting(env, 'MCP_PRUNER_DRAIN_MS'),
    localSettings: readLocalSettings(env),
    logLevel: readLogLevel(env),
  }
}

/** Who may call a server that listens on `host`. */
export function readAccess(env: Env, host: string, allowedHosts: readonly string[]): AccessPolicy {
  const loopbackOnly = isLoopbackHost(host)
  return {
    token: readToken(env, host, loopbackOnly),
    callers: readCallers(env),
    loopbackOnly,
    allowedHosts: new Set([host, ...allowedHosts].map((name) => name.toLowerCase())),
  }
}

export const SERVE_OPTIONS = {
  ...settingOptions('serve'),
  '--allow-host NAME': 'Another host name that callers use; may be repeated',
  '--stateless': 'Open no MCP sessions, so that any server behind a load balancer can answer',
}

function readServeFlags(args: readonly string[]) {
  const values: Readonly<Record<string, unknown>> = readFlags(args, optionsOf(SERVE_OPTIONS))
  return {
    host: values['host'] as string | undefined,
    port: values['port'] as string | undefined,
    stateless: values['stateless'] === true,
    allowedHosts: (values['allow-host'] ?? []) as readonly string[],
    proxies: (values['trust-proxy'] ?? []) as readonly string[],
  }
}

function readProxies(given: readonly string[], listed: readonly string[]): ReadonlySet<string> {
  const wrong = given.find(isNoAddress)
  if (wrong !== undefined) throw optionError('--trust-proxy', wrong, 'the IP address of a proxy')
  const wrongListed = listed.find(isNoAddress)
  if (wrongListed !== undefined) {
    const allowed = 'use a comma-separated list of IP addresses'
    throw settingError('MCP_PRUNER_TRUSTED_PROXIES', wrongListed, allowed)
  }
  return new Set([...given, ...listed])
}

const isNoAddress = (text: string): boolean => isIP(text) === 0

function readToken(env: Env, host: string, loopbackOnly: boolean): string | undefined {
  const token = readSetting(env, 'MCP_PRUNER_TOKEN')
  if (!hasToken(env) && !loopbackOnly) {
    throw new UsageError(
      `${host} can be reached from other machines, and no token is set`,
      'set MCP_PRUNER_TOKEN (for example to the output of `openssl rand -hex 32`), or use --host 127.0.0.1',
    )
  }
  const problem = token === undefined ? undefined : tokenProblem(token)
  if (problem) throw new UsageError('MCP_PRUNER_TOKEN is not a usable token', problem)
  return token
}

const hasToken = (env: Env): boolean =>
  Boolean(readSetting(env, 'MCP_PRUNER_TOKEN') ?? readSetting(env, 'MCP_PRUNER_TOKENS_FILE'))

/** From a file, one caller per line. */
function readCallers(env: Env): readonly Caller[] {
  const file = readSetting(env, 'MCP_PRUNER_TOKENS_FILE')
  if (!file) return []
  const refuse = (problem: string) =>
    new UsageError(
      `MCP_PRUNER_TOKENS_FILE=${JSON.stringify(file)} cannot be used: ${problem}`,
      'write one caller per line: a name, a space and a token of at least 16 characters',
    )
  try {
    if (!statSync(file).isFile()) throw refuse('it is not a regular file')
    const callers = parseCallers(readFileSync(file, 'utf8'))
    if ('problem' in callers) throw refuse(callers.problem)
    return callers
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw refuse((error as NodeJS.ErrnoException).code ?? 'it cannot be read')
  }
}

/** Whoever can call these can read files and run commands as the service's user. */
function readLocalSettings(env: Env): Settings | undefined {
  if (readSetting(env, 'MCP_PRUNER_TOOLS') === undefined) return undefined
  const settings = readSettings(env)
  const tools = settings.tools.filter((name) => name !== 'recover_text')
  if (tools.length === 0) return undefined
  if (!hasToken(env)) {
    throw new UsageError(
      `MCP_PRUNER_TOOLS offers ${tools.join(', ')} over HTTP, and no token is set`,
      'set MCP_PRUNER_TOKEN, or leave MCP_PRUNER_TOOLS empty',
    )
  }
  return { ...settings, tools }
}

/** `MCP_PRUNER_MAX_INPUT_CHARS` replaces the limit in bytes. */
function readInputLimit(env: Env): InputLimit {
  const chars = readSetting(env, 'MCP_PRUNER_MAX_INPUT_CHARS')
  if (chars !== undefined) return { unit: 'chars', max: chars }
  return { unit: 'bytes', max: readSetting(env, 'PRUNER_MAX_INPUT_BYTES') }
}
