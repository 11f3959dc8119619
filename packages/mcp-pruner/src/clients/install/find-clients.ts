// Which agent clients are on this machine.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { type AgentClient, type InstallPlace } from '../agent-client.js'
import { AGENT_CLIENTS, CLIENT_NAMES } from '../registry.js'

export const findClients = (place: InstallPlace): readonly AgentClient[] =>
  CLIENT_NAMES.map((name) => AGENT_CLIENTS[name]).filter((client) => isFound(client, place))

export function isFound({ commands, traces }: AgentClient, place: InstallPlace): boolean {
  return (
    commands.some((command) => onPath(command, place) !== undefined) ||
    traces(place).some((trace) => existsSync(trace))
  )
}

/** The program's path. */
export function onPath(command: string, { env, platform }: Pick<InstallPlace, 'env' | 'platform'>) {
  const endings = platform === 'win32' ? ['.cmd', '.exe', '.bat', ''] : ['']
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  return folders
    .flatMap((folder) => endings.map((ending) => join(folder, command + ending)))
    .find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
