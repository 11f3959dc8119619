// Amp. Written from its documentation and not tested with the program, which works only with its own servers. Its
// settings are one flat object: "amp.mcpServers" is a single key.
import { join } from 'node:path'
import {
  type AgentClient,
  configHome,
  type InstallPlace,
  ofScope,
  ownFile,
  serverMember,
  stdioServer,
  TEXT_OUTPUT,
} from '../agent-client.js'
import { ampPlugin } from './hooks.js'

const folder = (place: InstallPlace): string =>
  ofScope(place, join(configHome(place), 'amp'), '.amp')

export const amp: AgentClient = {
  name: 'amp',
  title: 'Amp',
  commands: ['amp'],
  traces: (place) => [join(configHome(place), 'amp')],
  server: (place) =>
    serverMember(
      join(folder(place), 'settings.json'),
      'amp.mcpServers',
      stdioServer(place, { env: TEXT_OUTPUT }),
    ),
  native: (place) =>
    ownFile(join(folder(place), 'plugins', 'mcp-pruner.ts'), ampPlugin(place.dataFolder)),
  userInstructions: (place) => join(configHome(place), 'AGENTS.md'),
  shows: 'not observed',
  nativeReach: "shell commands, Read, Grep, other servers' tools, by a plugin (untested)",
}
