// Whether the client's own tools are pruned right now. A file, checked for every call: turning it off or on
// takes effect in running sessions.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { HOOK_WAIT_MS } from '../clients/hook-names.js'
import { writeSafely } from '../clients/install/safe-files.js'
import { UsageError } from '../errors/usage-error.js'
import { makeFolderSync } from '../process/make-folder.js'
import { processEnv } from '../settings/environment.js'
import { isNativeOff } from '../settings/native-off.js'
import type { Env } from '../settings/settings.js'
import { nativeSettingsFile } from './native-file.js'

const NativeSettingsSchema = z.object({
  on: z.boolean(),
  /** Prefixes of commands that are never pruned. */
  rawCommands: z.array(z.string()).default([]),
  /** Files and folders that are never pruned. */
  rawPaths: z.array(z.string()).default([]),
  /** Milliseconds by which a call may be delayed beyond the engine's own time; then its output is unpruned. */
  waitMs: z.number().min(1).max(60_000).default(HOOK_WAIT_MS),
})
export type NativeSettings = z.infer<typeof NativeSettingsSchema>

const OFF: NativeSettings = { on: false, rawCommands: [], rawPaths: [], waitMs: HOOK_WAIT_MS }

/** Off if it was never turned on, if the file cannot be read, or if the environment says so. */
export function readNativeSettings(dataFolder: string, env: Env = processEnv): NativeSettings {
  if (isNativeOff(env)) return OFF
  const stored = storedSettings(dataFolder)
  return stored === undefined || 'problem' in stored ? OFF : stored
}

/** The user's edits stay: an unreadable file is not overwritten. */
export function setNativeSwitch(dataFolder: string, on: boolean): void {
  const { waitMs, ...rest } = { ...usableSettings(dataFolder), on }
  // A limit that nobody chose is the running version's default.
  const settings = { ...rest, ...(waitMs !== HOOK_WAIT_MS && { waitMs }) }
  makeFolderSync(join(dataFolder, 'native'))
  writeSafely(nativeSettingsFile(dataFolder), `${JSON.stringify(settings, null, 2)}\n`, 0o600)
}

export function usableSettings(dataFolder: string): NativeSettings {
  const stored = storedSettings(dataFolder) ?? OFF
  if (!('problem' in stored)) return stored
  throw new UsageError(
    `${nativeSettingsFile(dataFolder)} ${stored.problem}`,
    'correct it, or delete it to start over',
  )
}

/** `undefined` when there is no such file. */
export function storedSettings(
  dataFolder: string,
): NativeSettings | { readonly problem: string } | undefined {
  let text: string
  try {
    text = readFileSync(nativeSettingsFile(dataFolder), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? undefined : { problem: `cannot be opened (${code})` }
  }
  try {
    const { data, error } = NativeSettingsSchema.safeParse(JSON.parse(text))
    if (data) return data
    const [issue] = error.issues
    return { problem: `is not right: ${issue?.path.join('.')}: ${issue?.message}` }
  } catch {
    return { problem: 'is not valid JSON' }
  }
}
