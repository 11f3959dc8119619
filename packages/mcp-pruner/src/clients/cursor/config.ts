// Cursor. Written from its documentation, not tested with the program: its protocol name is unknown, so it gets text.
import { join } from 'node:path'
import { type AgentClient, serverMember, stdioServer, TEXT_OUTPUT } from '../agent-client.js'

export const cursor: AgentClient = {
  name: 'cursor',
  title: 'Cursor',
  commands: ['cursor', 'cursor-agent'],
  traces: ({ home }) => [join(home, '.cursor')],
  server: (place) =>
    serverMember(
      join(place.project ?? place.home, '.cursor', 'mcp.json'),
      'mcpServers',
      stdioServer(place, { env: TEXT_OUTPUT }),
    ),
  shows: 'not observed',
  nativeReach: 'its hooks replace only the output of MCP tools',
}
