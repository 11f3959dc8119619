// The environment of an install: this machine, this Node, the bundle that is running.

import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { homeFolder } from '@jeeves/mcp-runtime/cache-dir'
import { dataFolderOf, type InstallPlace } from '../clients/agent-client.js'
import { shellWords } from '../clients/hook-command.js'
import { hookKeyFor } from '../clients/hook-key.js'
import { applicationEntry } from '../clients/install/copy-application.js'
import { onPath } from '../clients/install/find-clients.js'
import { type InstallRecord, readRecord } from '../clients/install/install-record.js'
import { CLIENT_NAMES, type ClientName } from '../clients/registry.js'
import { AppError, isAppError } from '../errors/app-error.js'
import { optionError } from '../errors/usage-error.js'
import { nearestName } from '../process/nearest-name.js'
import { processEnv } from '../settings/environment.js'
import type { Env } from '../settings/settings.js'

/** The folder with every chunk of the bundle. */
export const bundleFolder = (): string => dirname(fileURLToPath(import.meta.url))

export function installPlace(project: string | undefined, env: Env = processEnv): InstallPlace {
  const home = homeFolder(env)
  const dataFolder = dataFolderOf(fileURLToPath(import.meta.url), env)
  return {
    env,
    platform: process.platform,
    home,
    project: project === undefined ? undefined : resolve(project),
    dataFolder,
    node: process.execPath,
    entry: applicationEntry(dataFolder),
    hookKey: hookKeyFor(dataFolder),
  }
}

export function clientNames(names: readonly string[]): readonly ClientName[] {
  const known: readonly string[] = CLIENT_NAMES
  const odd = names.find((name) => !known.includes(name))
  if (odd !== undefined) {
    const meant = nearestName(odd, known)
    const hint = meant ? `did you mean ${meant}?` : undefined
    throw optionError('CLIENT', odd, `one of ${CLIENT_NAMES.join(', ')}`, hint)
  }
  return CLIENT_NAMES.filter((name) => names.includes(name))
}

/** What to type for `mcp-pruner` where a shell would not find it, as after npx. */
export function howToCall(place: InstallPlace): string | undefined {
  if (onPath('mcp-pruner', place) !== undefined) return undefined
  const entry = existsSync(place.entry) ? place.entry : (process.argv[1] ?? '')
  const how =
    place.env['npm_command'] === 'exec'
      ? 'npx -y @jeeves/mcp-pruner'
      : shellWords([place.node, entry], place.platform)
  return `(mcp-pruner is not on PATH: use ${how} instead)`
}

/** What is installed, as far as the record can be read. */
export function recordOr(
  dataFolder: string,
  report: (error: AppError) => void,
): InstallRecord | undefined | 'damaged' {
  try {
    return readRecord(dataFolder)
  } catch (error) {
    if (!isAppError(error, 'record_unreadable')) throw error
    report(error)
    return 'damaged'
  }
}
