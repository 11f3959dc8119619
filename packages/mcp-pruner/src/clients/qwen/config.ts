// Qwen Code. Its hooks cannot change what a tool returns.
import { join } from 'node:path'
import { type AgentClient, inFolder } from '../agent-client.js'

export const qwen: AgentClient = {
  name: 'qwen',
  title: 'Qwen Code',
  commands: ['qwen'],
  // Listed directly instead of behind a search, and without a permission prompt each time.
  ...inFolder('.qwen', 'settings.json', { alwaysLoadTools: true, trust: true }),
  userInstructions: ({ home }) => join(home, '.qwen', 'QWEN.md'),
  shows: 'content and structured content, both',
  nativeReach: 'its hooks cannot replace an output',
}
