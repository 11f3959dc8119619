// Kilo, a relative of opencode with files of its own.
import { join } from 'node:path'
import { type AgentClient, configHome, serverMember } from './agent-client.js'
import { localServer } from './opencode.js'

export const kilo: AgentClient = {
  name: 'kilo',
  title: 'Kilo',
  commands: ['kilo', 'kilocode'],
  traces: (place) => [join(configHome(place), 'kilo')],
  server: (place) =>
    serverMember(
      join(place.project ?? join(configHome(place), 'kilo'), 'kilo.json'),
      'mcp',
      localServer(place),
    ),
  instructions: ({ project }) => (project === undefined ? undefined : join(project, 'AGENTS.md')),
  shows: 'the content, else the structured content',
  nativeReach: 'nothing yet: its plugins were not tried',
}
