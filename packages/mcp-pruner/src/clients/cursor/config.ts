// Cursor. Written from its documentation, not tested with the program: its protocol name is unknown, so it gets text.
import { type AgentClient, inFolder, TEXT_OUTPUT } from '../agent-client.js'

export const cursor: AgentClient = {
  name: 'cursor',
  title: 'Cursor',
  commands: ['cursor', 'cursor-agent'],
  ...inFolder('.cursor', 'mcp.json', { env: TEXT_OUTPUT }),
  shows: 'not observed',
  nativeReach: 'its hooks replace only the output of MCP tools',
}
