// Factory's Droid. Its hooks can change a call, not an output; it lists MCP tools behind a search.
import { join } from 'node:path'
import { type AgentClient, inFolder } from '../agent-client.js'

export const droid: AgentClient = {
  name: 'droid',
  title: 'Droid',
  commands: ['droid'],
  ...inFolder('.factory', 'mcp.json', { type: 'stdio', env: {}, disabled: false }),
  userInstructions: ({ home }) => join(home, '.factory', 'AGENTS.md'),
  shows: 'the content',
  nativeReach: 'its hooks cannot replace an output',
}
