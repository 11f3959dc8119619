// Amp. From its documents, not driven. Its settings are one flat object: "amp.mcpServers" is a single key.
import { join } from 'node:path'
import {
  type AgentClient,
  configHome,
  serverMember,
  stdioServer,
  TEXT_OUTPUT,
} from './agent-client.js'

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
  instructions: (place) => join(place.project ?? configHome(place), 'AGENTS.md'),
  shows: 'not observed',
  nativeReach: 'nothing: it has no hooks that were tried',
}
