// The environment, read once at the entry point. Everything behind it works with resolved settings; a bad value
// ends the start with one line that names the variable, its value and what is allowed.
import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { cacheFolder } from './folders.js'
import { type Env, readList, readSetting, settingError } from './read-setting.js'
import type { EntryPoint } from './setting.js'
import { SETTINGS, TOOL_NAMES } from './settings-table.js'

export type { Env } from './read-setting.js'

export type ToolName = (typeof TOOL_NAMES)[number]
export type LogLevel = (typeof SETTINGS.MCP_PRUNER_LOG_LEVEL.values)[number]

export interface PrunerSettings {
  /** `undefined`: pruning is off. */
  readonly url: string | undefined
  /** The URL was left at its default: use the service only if it proves to be a swe-pruner. */
  readonly probeFirst: boolean
  /** What to do when the service cannot prune. */
  readonly fallback: 'raw' | 'embedded'
  readonly timeoutMs: number
  readonly maxInputBytes: number
  /** Whether a text may protect its own lines. */
  readonly directives: boolean
  /** Of an answer, where the call gives no limit. */
  readonly maxTokens: number
}

export interface StoreSettings {
  /** `memory`, `disk`, or the address of a Redis, a Redis Cluster or its sentinels. */
  readonly location: string
  /** The user's cache folder: of the `disk` store, the ledger and the keys. */
  readonly folder: string
  readonly maxBytes: number
  readonly ttlMs: number
  /** An answer does not wait longer for the store. */
  readonly waitMs: number
  /** How texts with what looks like a secret are kept. */
  readonly secrets: 'encrypt' | 'discard' | 'plain'
  /** The service derives ids with it; `undefined`: one is made at the first start. */
  readonly idSecret: string | undefined
}

export interface Settings {
  /** As given, made absolute: what people are shown. */
  readonly root: string
  /** With every symlink resolved: what paths are checked against. */
  readonly realRoot: string
  readonly pruner: PrunerSettings
  readonly store: StoreSettings
  readonly output: 'auto' | 'structured' | 'text'
  readonly tools: readonly ToolName[]
  /** What confines the commands of `bash`. */
  readonly sandbox: 'off' | 'bwrap'
  readonly logLevel: LogLevel
}

export function readSettings(env: Env, cwd: string = process.cwd()): Settings {
  const { root, realRoot } = readRoot(env, cwd)
  return {
    root,
    realRoot,
    pruner: readPruner(env),
    store: readStore(env),
    output: readSetting(env, 'MCP_PRUNER_OUTPUT'),
    tools: readTools(env),
    sandbox: readSetting(env, 'MCP_PRUNER_SANDBOX'),
    logLevel: readLogLevel(env),
  }
}

export const readLogLevel = (env: Env): LogLevel => readSetting(env, 'MCP_PRUNER_LOG_LEVEL')

export function readPruner(env: Env): PrunerSettings {
  // An empty value turns pruning off; the default applies only where the variable is not set.
  const value = env.PRUNER_URL ?? SETTINGS.PRUNER_URL.default
  // A user who names an address trusts it; a port alone does not tell who listens there.
  const isDefault = value === SETTINGS.PRUNER_URL.default && env.PRUNER_FALLBACK === 'embedded'
  // The runner sets both defaults where its user named no address.
  const probeFirst = env.PRUNER_URL === undefined || isDefault
  return {
    url: value.trim() === '' ? undefined : httpUrl('PRUNER_URL', value.trim()),
    probeFirst,
    fallback: readSetting(env, 'PRUNER_FALLBACK') ?? (probeFirst ? 'embedded' : 'raw'),
    timeoutMs: readSetting(env, 'PRUNER_TIMEOUT_MS'),
    directives: readSetting(env, 'PRUNER_DIRECTIVES') === '1',
    maxInputBytes: readSetting(env, 'PRUNER_MAX_INPUT_BYTES'),
    maxTokens: readSetting(env, 'PRUNER_MAX_TOKENS'),
  }
}

export function readStore(env: Env, entry: EntryPoint = 'all'): StoreSettings {
  const location = readSetting(env, 'MCP_PRUNER_STORE', entry)
  if (!STORE_LOCATION.test(location)) {
    throw settingError(
      'MCP_PRUNER_STORE',
      location,
      'use memory, disk, redis://HOST:PORT, redis+cluster://HOST:PORT,HOST:PORT or redis+sentinel://HOST:PORT,HOST:PORT/MASTER (rediss… for TLS)',
    )
  }
  return {
    location,
    folder: cacheFolder(env),
    maxBytes: readSetting(env, 'MCP_PRUNER_STORE_MAX_BYTES'),
    ttlMs: readSetting(env, 'MCP_PRUNER_PRUNE_ID_TTL_S', entry) * 1000,
    waitMs: readSetting(env, 'MCP_PRUNER_STORE_WAIT_MS'),
    secrets: readSetting(env, 'MCP_PRUNER_SECRETS'),
    idSecret: readIdSecret(env),
  }
}

const STORE_LOCATION = /^(?:memory|disk|rediss?(?:\+(?:cluster|sentinel))?:\/\/.+)$/
const MIN_SECRET_CHARS = 16

function readIdSecret(env: Env): string | undefined {
  const secret = readSetting(env, 'MCP_PRUNER_ID_SECRET')
  if (secret === undefined) return undefined
  if (secret.length < MIN_SECRET_CHARS) {
    const allowed = `use at least ${MIN_SECRET_CHARS} characters, the same on all servers of a team`
    throw settingError('MCP_PRUNER_ID_SECRET', '…', allowed)
  }
  return secret
}

function readRoot(env: Env, cwd: string): { root: string; realRoot: string } {
  const value = env.MCP_PRUNER_CWD || cwd
  const root = resolve(cwd, value)
  try {
    if (statSync(root).isDirectory()) return { root, realRoot: realpathSync(root) }
  } catch {
    // Reported below, like a missing root.
  }
  throw settingError('MCP_PRUNER_CWD', value, 'use a folder that exists and can be read')
}

function readTools(env: Env): readonly ToolName[] {
  const value = readSetting(env, 'MCP_PRUNER_TOOLS')
  if (value === undefined) return TOOL_NAMES
  const names = readList(env, 'MCP_PRUNER_TOOLS')
  const known: readonly string[] = TOOL_NAMES
  if (names.length === 0 || names.some((name) => !known.includes(name))) {
    const allowed = `use a comma-separated list of ${TOOL_NAMES.join(', ')}`
    throw settingError('MCP_PRUNER_TOOLS', value, allowed)
  }
  return TOOL_NAMES.filter((name) => names.includes(name))
}

function httpUrl(variable: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw settingError(
      variable,
      value,
      'use an absolute http: or https: URL without a password, or leave it empty to turn pruning off',
    )
  }
  return value
}
