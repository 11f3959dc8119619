// Amp. Written from its documentation and not tested with the program, which works only with its own servers. Its
// settings are one flat object: "amp.mcpServers" is a single key.
import { join } from 'node:path'
import {
  type AgentClient,
  configHome,
  type FileEdit,
  serverMember,
  stdioServer,
  TEXT_OUTPUT,
} from '../agent-client.js'
import { ampPlugin } from './hooks.js'

export const amp: AgentClient = {
  name: 'amp',
  title: 'Amp',
  commands: ['amp'],
  traces: (place) => [join(configHome(place), 'amp')],
  server: (place) =>
    serverMember(
      place.project === undefined
        ? join(configHome(place), 'amp', 'settings.json')
        : join(place.project, '.amp', 'settings.json'),
      'amp.mcpServers',
      stdioServer(place, { env: TEXT_OUTPUT }),
    ),
  native: (place): FileEdit[] => [
    {
      file: join(
        place.project === undefined ? join(configHome(place), 'amp') : join(place.project, '.amp'),
        'plugins',
        'mcp-pruner.ts',
      ),
      format: 'own',
      text: ampPlugin(place.dataFolder),
    },
  ],
  instructions: (place) => join(place.project ?? configHome(place), 'AGENTS.md'),
  shows: 'not observed',
  nativeReach: "shell commands, Read, Grep, other servers' tools, by a plugin (not driven)",
}
