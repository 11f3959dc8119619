// opencode. A small plugin calls the running server and replaces the output.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AgentClient,
  configHome,
  type InstallPlace,
  ofScope,
  ownFile,
  serverMember,
} from '../agent-client.js'
import type { Json } from '../config/config-edit.js'
import { opencodePlugin } from './hooks.js'

const folder = (place: InstallPlace): string => join(configHome(place), 'opencode')

/** Both names are read; the existing one is edited. */
export function jsonOrJsonc(base: string): string {
  return existsSync(`${base}.json`) && !existsSync(`${base}.jsonc`)
    ? `${base}.json`
    : `${base}.jsonc`
}

export const localServer = ({ node, entry }: InstallPlace): Json => ({
  type: 'local',
  command: [node, entry],
  enabled: true,
})

export const opencode: AgentClient = {
  name: 'opencode',
  title: 'opencode',
  commands: ['opencode'],
  traces: (place) => [folder(place)],
  server: (place) =>
    serverMember(
      jsonOrJsonc(join(place.project ?? folder(place), 'opencode')),
      'mcp',
      localServer(place),
    ),
  native: (place) =>
    ownFile(
      join(ofScope(place, folder(place), '.opencode'), 'plugin', 'mcp-pruner.js'),
      opencodePlugin(place.dataFolder, 'opencode'),
    ),
  userInstructions: (place) => join(folder(place), 'AGENTS.md'),
  shows: 'the content, else the structured content',
  nativeReach: 'bash (failing too), grep, read, tools of other MCP servers',
}
