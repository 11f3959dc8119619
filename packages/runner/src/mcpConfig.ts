// Environment → the MCP servers that a provider starts. Settings are validated here, once;
// one that cannot work turns the pruner off for the run and says why.

import { accessSync, constants, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { McpServerConfig } from './provider.js'

export const PRUNER_SERVER = 'pruner'

const DEFAULT_PRUNER_URL = 'http://localhost:8000/prune'
const ENTRY = '@jeeves/mcp-pruner/dist/index.js'

export type Environment = Readonly<Record<string, string | undefined>>

export type McpConfigResult =
  | { readonly kind: 'disabled' }
  | { readonly kind: 'invalid'; readonly message: string }
  | {
      readonly kind: 'enabled'
      readonly root: string
      readonly mcpServers: Readonly<Record<typeof PRUNER_SERVER, McpServerConfig>>
    }

class InvalidSetting extends Error {}

export function buildMcpServers(env: Environment, cwd: string): McpConfigResult {
  if (!isTruthy(env['JEEVES_PRUNER_ENABLED'])) return { kind: 'disabled' }
  try {
    checkTimeout(env['PRUNER_TIMEOUT_MS'])
    const root = resolve(cwd)
    const pruner = {
      command: 'node',
      args: [prunerEntry(env['JEEVES_MCP_PRUNER_PATH'])],
      env: { PRUNER_URL: prunerUrl(env['JEEVES_PRUNER_URL']), MCP_PRUNER_CWD: root },
    }
    return { kind: 'enabled', root, mcpServers: { pruner } }
  } catch (error) {
    if (error instanceof InvalidSetting) return { kind: 'invalid', message: error.message }
    throw error
  }
}

const isTruthy = (value: string | undefined) => /^(?:1|true|yes|on)$/i.test(value?.trim() ?? '')

function prunerUrl(value: string | undefined): string {
  if (value === undefined) return DEFAULT_PRUNER_URL
  if (value === '') return ''
  if (!URL.canParse(value) || !['http:', 'https:'].includes(new URL(value).protocol)) {
    throw new InvalidSetting(
      `JEEVES_PRUNER_URL is ${JSON.stringify(value)}: use an absolute http: or https: URL, or an empty string to turn pruning off`,
    )
  }
  return value
}

/**
 * The environment of the run. The contract has the runner name an address for the pruner always; where the user named
 * none, nothing may listen there, and the embedded engine prunes, as it does for every other client.
 */
export function withEmbeddedFallback(env: Environment): Environment {
  if (env['JEEVES_PRUNER_URL'] !== undefined || env['PRUNER_FALLBACK'] !== undefined) return env
  return { ...env, PRUNER_FALLBACK: 'embedded' }
}

/** The server's own setting, which it inherits: a server that is sure to refuse it is not started. */
function checkTimeout(value = ''): void {
  if (value.trim() === '') return
  const milliseconds = /^\d+$/.test(value.trim()) ? Number(value) : Number.NaN
  if (!(milliseconds >= 100 && milliseconds <= 300_000)) {
    throw new InvalidSetting(
      `PRUNER_TIMEOUT_MS is ${JSON.stringify(value)}: use a whole number of milliseconds from 100 to 300000`,
    )
  }
}

function prunerEntry(value: string | undefined): string {
  if (value !== undefined) {
    if (value !== '' && isReadableFile(value)) return resolve(value)
    throw new InvalidSetting(
      `JEEVES_MCP_PRUNER_PATH is ${JSON.stringify(value)}: there is no readable file; use the path of the server's dist/index.js, or unset it`,
    )
  }
  const found = [installedEntry, workspaceEntry].map((find) => find()).find(isReadableFile)
  if (found !== undefined) return found
  throw new InvalidSetting(
    `the server's entry ${ENTRY} was not found; install @jeeves/mcp-pruner (in a checkout: pnpm build), or set JEEVES_MCP_PRUNER_PATH`,
  )
}

function installedEntry(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(ENTRY)
  } catch {
    return undefined
  }
}

function workspaceEntry(): string {
  return resolve(dirname(fileURLToPath(import.meta.url)), '../../mcp-pruner/dist/index.js')
}

function isReadableFile(path: string | undefined): path is string {
  if (path === undefined) return false
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
