// Factory's Droid. Its hooks can change a call, not an output; it lists MCP tools behind a search.
import { join } from 'node:path'
import { type AgentClient, serverMember, stdioServer } from '../agent-client.js'

export const droid: AgentClient = {
  name: 'droid',
  title: 'Droid',
  commands: ['droid'],
  traces: ({ home }) => [join(home, '.factory')],
  server: (place) =>
    serverMember(
      join(place.project ?? place.home, '.factory', 'mcp.json'),
      'mcpServers',
      stdioServer(place, { type: 'stdio', env: {}, disabled: false }),
    ),
  userInstructions: ({ home }) => join(home, '.factory', 'AGENTS.md'),
  shows: 'the content',
  nativeReach: 'its hooks cannot replace an output',
}
