// What the installer needs to know about an agent client: how to find it, where and what to write, what it shows
// its model, and what its hooks can do.

import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { processEnv } from '../settings/environment.js'
import { defaultDataFolder } from '../settings/folders.js'
import type { Env } from '../settings/settings.js'
import type { ConfigEdit, Json } from './config/config-edit.js'
import type { ClientName } from './registry.js'

/** Under this key everywhere. */
export const SERVER_KEY = 'pruner'

/** The machine and the copy of the server that clients are pointed to. */
export interface InstallPlace {
  readonly env: Env
  readonly platform: NodeJS.Platform
  readonly home: string
  /** Installed for one project instead of the user. */
  readonly project: string | undefined
  /** The user's data folder: the copy, the scripts for hooks, the record of what was installed. */
  readonly dataFolder: string
  /** This Node, by its absolute path. */
  readonly node: string
  /** The copy's entry file. */
  readonly entry: string
  /** The key that hooks send when they call the hidden tool. */
  readonly hookKey: string
}

export type FileEdit =
  | {
      readonly file: string
      readonly format: 'json' | 'toml' | 'yaml'
      readonly edits: readonly ConfigEdit[]
    }
  /** A file of our own. */
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
  /** Lets the tools run without a permission prompt each time. */
  readonly allow?: (place: InstallPlace) => readonly FileEdit[]
  /** Hooks for the client's built-in tools. */
  readonly native?: (place: InstallPlace) => readonly FileEdit[]
  /** Its status line, for the savings. */
  readonly statusline?: (place: InstallPlace) => readonly FileEdit[]
  /** The user's file with its model's standing instructions, if one is known. */
  readonly userInstructions?: (place: InstallPlace) => string
  /** The name of such a file in a project; `AGENTS.md` unless given. */
  readonly projectInstructions?: string
  /** The names of other servers' tools, if its hooks do not say whose a tool is; its own have no such prefix. */
  readonly serverTool?: RegExp
  /** The part of a result that its model reads. */
  readonly shows: string
  /** What is pruned of the client's built-in tools; without `native`, why nothing is. */
  readonly nativeReach: string
  /** Printed after an install if there is something left to do or to know. */
  readonly afterNative?: string
}

/** In the data folder: the copy that clients start, and the record of what was installed. */
export const COPY_FOLDER = 'app'
export const RECORD_NAME = 'installed.json'

/**
 * The data folder around this copy; otherwise this machine's. Some clients start servers with little of the
 * environment, so that the default folder would be a different one.
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

/** The file with its model's standing instructions; `undefined` if none is known for this scope. */
export const instructionsFile = (
  { userInstructions, projectInstructions = 'AGENTS.md' }: AgentClient,
  place: InstallPlace,
): string | undefined =>
  place.project === undefined ? userInstructions?.(place) : join(place.project, projectInstructions)

/** The user's file or folder, or that of a project. */
export const ofScope = ({ project }: InstallPlace, user: string, inProject: string): string =>
  project === undefined ? user : join(project, inProject)

/** Clients whose protocol name is unknown would be sent structured answers. */
export const TEXT_OUTPUT = { MCP_PRUNER_OUTPUT: 'text' } as const

/** `{command, args}`, as most clients expect it, with a client's extra fields. */
export const stdioServer = (
  { node, entry }: InstallPlace,
  more: Readonly<Record<string, Json>> = {},
): Json => ({ command: node, args: [entry], ...more })

/** For a client with one settings folder, the same in a home and in a project. */
export const inFolder = (folder: string, file: string, more: Readonly<Record<string, Json>>) => ({
  traces: ({ home }: InstallPlace) => [join(home, folder)],
  server: (place: InstallPlace): FileEdit =>
    serverMember(
      join(place.project ?? place.home, folder, file),
      'mcpServers',
      stdioServer(place, more),
    ),
})

/** A file of our own, as the only edit. */
export const ownFile = (file: string, text: string): FileEdit[] => [{ file, format: 'own', text }]

export const serverMember = (file: string, key: string, value: Json): FileEdit => ({
  file,
  format: 'json',
  edits: [{ kind: 'member', path: [key, SERVER_KEY], value }],
})
