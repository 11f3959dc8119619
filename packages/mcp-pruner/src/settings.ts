// The environment, read once at the door. Everything behind it works with resolved settings; a bad value
// ends the start with one line that names the variable, what it holds and what is allowed.
import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { EventLevel } from './events.js'

export const DEFAULT_PRUNER_URL = 'http://localhost:8000/prune'
export const TOOL_NAMES = ['read', 'bash', 'grep', 'recover_text'] as const
export type ToolName = (typeof TOOL_NAMES)[number]

export interface PrunerSettings {
  /** `undefined`: pruning is off. */
  readonly url: string | undefined
  /** The URL was left at its default: use the service only if it is really there. */
  readonly probeFirst: boolean
  /** What is done when the service cannot prune. */
  readonly fallback: 'raw' | 'embedded'
  readonly timeoutMs: number
  readonly maxInputBytes: number
}

export interface StoreSettings {
  /** `memory`, `disk`, or a `redis://` or `rediss://` address. */
  readonly location: string
  readonly folder: string
  readonly maxBytes: number
  readonly ttlMs: number
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
  readonly logLevel: EventLevel
}

export type Env = Readonly<Record<string, string | undefined>>

/** A setting that cannot be used. */
export class SettingsError extends Error {
  readonly code = 'config_invalid'
  override readonly name = 'SettingsError'

  constructor(variable: string, value: string, allowed: string) {
    super(`${variable}=${JSON.stringify(value)} is not allowed: ${allowed}`)
  }
}

export function readSettings(env: Env, cwd: string = process.cwd()): Settings {
  const { root, realRoot } = readRoot(env, cwd)
  return {
    root,
    realRoot,
    pruner: readPruner(env),
    store: readStore(env),
    output: oneOf(env, 'MCP_PRUNER_OUTPUT', ['auto', 'structured', 'text'], 'auto'),
    tools: readTools(env),
    logLevel: oneOf(env, 'MCP_PRUNER_LOG_LEVEL', ['debug', 'info', 'warn', 'error'], 'info'),
  }
}

export function readPruner(env: Env): PrunerSettings {
  const value = env.PRUNER_URL ?? DEFAULT_PRUNER_URL
  const url = value.trim() === '' ? undefined : httpUrl('PRUNER_URL', value.trim())
  const probeFirst = url === DEFAULT_PRUNER_URL && env.PRUNER_FALLBACK !== 'raw'
  return {
    url,
    probeFirst,
    fallback: oneOf(env, 'PRUNER_FALLBACK', ['raw', 'embedded'], 'raw'),
    timeoutMs: integer(env, 'PRUNER_TIMEOUT_MS', 30_000, 100, 300_000),
    maxInputBytes: integer(env, 'PRUNER_MAX_INPUT_BYTES', 2_000_000, 1024, 100_000_000),
  }
}

export function readStore(
  env: Env,
  defaults: { readonly location: string; readonly ttlS: number } = {
    location: 'disk',
    ttlS: 7 * 24 * 3600,
  },
): StoreSettings {
  const location = env.MCP_PRUNER_STORE || defaults.location
  if (!/^(memory|disk|rediss?:\/\/.+)$/.test(location)) {
    throw new SettingsError(
      'MCP_PRUNER_STORE',
      location,
      'use memory, disk, or a redis:// or rediss:// address',
    )
  }
  return {
    location,
    folder: resolve(env.MCP_PRUNER_CACHE_DIR || defaultCacheFolder(env)),
    maxBytes: integer(env, 'MCP_PRUNER_STORE_MAX_BYTES', 268_435_456, 65_536, 2 ** 40),
    ttlMs: integer(env, 'MCP_PRUNER_PRUNE_ID_TTL_S', defaults.ttlS, 1, 10 * 365 * 24 * 3600) * 1000,
  }
}

export function oneOf<const Value extends string>(
  env: Env,
  variable: string,
  allowed: readonly Value[],
  fallback: Value,
): Value {
  const value = env[variable]?.trim()
  if (!value) return fallback
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) {
    throw new SettingsError(variable, value, `use one of ${allowed.join(', ')}`)
  }
  return found
}

export function integer(
  env: Env,
  variable: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = env[variable]?.trim()
  if (!value) return fallback
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) {
    throw new SettingsError(variable, value, `use an integer from ${min} to ${max}`)
  }
  return number
}

function readRoot(env: Env, cwd: string): { root: string; realRoot: string } {
  const value = env.MCP_PRUNER_CWD || cwd
  const root = resolve(cwd, value)
  try {
    if (statSync(root).isDirectory()) return { root, realRoot: realpathSync(root) }
  } catch {
    // Said below: a root that cannot be looked at is as good as a missing one.
  }
  throw new SettingsError('MCP_PRUNER_CWD', value, 'use a folder that exists and can be read')
}

function readTools(env: Env): readonly ToolName[] {
  const value = env.MCP_PRUNER_TOOLS?.trim()
  if (!value) return TOOL_NAMES
  const names = value.split(/[\s,]+/).filter(Boolean)
  const known: readonly string[] = TOOL_NAMES
  if (names.length === 0 || names.some((name) => !known.includes(name))) {
    throw new SettingsError(
      'MCP_PRUNER_TOOLS',
      value,
      `use a list, with commas, of ${TOOL_NAMES.join(', ')}`,
    )
  }
  return TOOL_NAMES.filter((name) => names.includes(name))
}

function httpUrl(variable: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw new SettingsError(
      variable,
      value,
      'use an absolute http: or https: URL without a password, or leave it empty to turn pruning off',
    )
  }
  return value
}

function defaultCacheFolder(env: Env): string {
  const home = homedir()
  if (process.platform === 'win32') {
    return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'mcp-pruner', 'Cache')
  }
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'mcp-pruner')
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'mcp-pruner')
}
