// Kilo, a fork of opencode with its own files.
import { join } from 'node:path'
import {
  type AgentClient,
  configHome,
  type InstallPlace,
  ownFile,
  serverMember,
} from '../agent-client.js'
import { localServer } from '../opencode/config.js'
import { opencodePlugin } from '../opencode/hooks.js'

const folder = (place: InstallPlace): string => join(configHome(place), 'kilo')

export const kilo: AgentClient = {
  name: 'kilo',
  title: 'Kilo',
  commands: ['kilo', 'kilocode'],
  traces: (place) => [folder(place)],
  server: (place) =>
    serverMember(join(place.project ?? folder(place), 'kilo.json'), 'mcp', localServer(place)),
  /** Only for the user: its per-project location was not tested. */
  native: (place) =>
    place.project === undefined
      ? ownFile(
          join(folder(place), 'plugin', 'mcp-pruner.js'),
          opencodePlugin(place.dataFolder, 'kilo'),
        )
      : [],
  shows: 'the content, else the structured content',
  nativeReach: 'bash (failing too), grep, read, tools of other MCP servers',
}
