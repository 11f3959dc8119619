// Qwen Code. Its hooks cannot change what a tool returns.
import { join } from 'node:path'
import { type AgentClient, serverMember, stdioServer } from '../agent-client.js'

export const qwen: AgentClient = {
  name: 'qwen',
  title: 'Qwen Code',
  commands: ['qwen'],
  traces: ({ home }) => [join(home, '.qwen')],
  server: (place) =>
    serverMember(
      join(place.project ?? place.home, '.qwen', 'settings.json'),
      'mcpServers',
      // Listed directly instead of behind a search, and without a permission prompt each time.
      stdioServer(place, { alwaysLoadTools: true, trust: true }),
    ),
  userInstructions: ({ home }) => join(home, '.qwen', 'QWEN.md'),
  shows: 'content and structured content, both',
  nativeReach: 'its hooks cannot replace an output',
}
