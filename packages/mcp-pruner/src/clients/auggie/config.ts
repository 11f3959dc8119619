// Auggie, Augment's command line. Written from its documentation and not tested with the program.
import { join } from 'node:path'
import { type AgentClient, serverMember, stdioServer, TEXT_OUTPUT } from '../agent-client.js'

export const auggie: AgentClient = {
  name: 'auggie',
  title: 'Auggie',
  commands: ['auggie'],
  traces: ({ home }) => [join(home, '.augment')],
  server: (place) =>
    serverMember(
      join(place.project ?? place.home, '.augment', 'settings.json'),
      'mcpServers',
      stdioServer(place, { env: TEXT_OUTPUT }),
    ),
  shows: 'not observed',
  nativeReach: 'its hooks are untested',
}
