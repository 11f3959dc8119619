// What the installer has to know of an agent client: how it is found, where and what is written, what it shows
// its model, and what its hooks can do.

import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { processEnv } from '../settings/environment.js'
import { defaultDataFolder } from '../settings/folders.js'
import type { Env } from '../settings/settings.js'
import type { Json, Put } from './config/config-put.js'
import type { ClientName } from './registry.js'

/** Under this key everywhere. */
export const SERVER_KEY = 'pruner'

/** The machine and the copy of the server that clients are pointed to. */
export interface InstallPlace {
  readonly env: Env
  readonly platform: NodeJS.Platform
  readonly home: string
  /** Installed for one project instead of for the user. */
  readonly project: string | undefined
  /** The user's data folder: the copy, the scripts for hooks, the record of what was installed. */
  readonly dataFolder: string
  /** This Node, by its absolute path. */
  readonly node: string
  /** The copy's entry file. */
  readonly entry: string
  /** Which hooks show when they call the hidden tool. */
  readonly hookKey: string
}

export type FileEdit =
  | {
      readonly file: string
      readonly format: 'json' | 'toml' | 'yaml'
      readonly puts: readonly Put[]
    }
  /** A file that is ours alone. */
  | { readonly file: string; readonly format: 'own'; readonly text: string }
  /** One line at the end of a text for people and models. */
  | { readonly file: string; readonly format: 'line'; readonly line: string }

export interface AgentClient {
  readonly name: ClientName
  readonly title: string
  /** Found when one of these is on PATH … */
  readonly commands: readonly string[]
  /** … or one of these files and folders is there. */
  readonly traces: (place: InstallPlace) => readonly string[]
  /** `undefined` when the client has no per-project config. */
  readonly server: (place: InstallPlace) => FileEdit | undefined
  /** Lets the tools run without a question every time. */
  readonly allow?: (place: InstallPlace) => readonly FileEdit[]
  /** Hooks on the client's own tools. */
  readonly native?: (place: InstallPlace) => readonly FileEdit[]
  /** A line of its screen that shows what was saved. */
  readonly statusline?: (place: InstallPlace) => readonly FileEdit[]
  /** Where its model's standing instructions are; `undefined` where none is known for this scope. */
  readonly instructions: (place: InstallPlace) => string | undefined
  /** What its model reads of a result. */
  readonly shows: string
  /** What is pruned of the client's own tools, in a few words. */
  readonly nativeReach: string
  /** Said after an install, when there is something left to do or to know. */
  readonly afterNative?: string
}

/** In the data folder: the copy that clients start, and the record of what was installed. */
export const COPY_FOLDER = 'app'
export const RECORD_NAME = 'installed.json'

/**
 * The data folder around the copy whose file this is; else this machine's. Some clients give the server that they
 * start little of the environment, so that it would be looked for elsewhere.
 */
export function dataFolderOf(file: string, env: Env = processEnv): string {
  const folder = dirname(dirname(file))
  const isCopy = basename(dirname(file)) === COPY_FOLDER && existsSync(join(folder, RECORD_NAME))
  return isCopy ? folder : defaultDataFolder(env)
}

/** XDG's folder for settings, or `~/.config`. */
export const configHome = ({ env, home }: InstallPlace): string =>
  env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME)
    ? env.XDG_CONFIG_HOME
    : join(home, '.config')

/** Clients whose name in the protocol is not known would be sent structured answers. */
export const TEXT_OUTPUT = { MCP_PRUNER_OUTPUT: 'text' } as const

/** `{command, args}`, as most clients want it, with what a client wants besides. */
export const stdioServer = (
  { node, entry }: InstallPlace,
  more: Readonly<Record<string, Json>> = {},
): Json => ({ command: node, args: [entry], ...more })

export const serverMember = (file: string, key: string, value: Json): FileEdit => ({
  file,
  format: 'json',
  puts: [{ kind: 'member', path: [key, SERVER_KEY], value }],
})
