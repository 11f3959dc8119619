// Copilot CLI. Its hook after a call can replace the result's text.
import { join } from 'node:path'
import {
  type AgentClient,
  type InstallPlace,
  ofScope,
  ownFile,
  serverMember,
  stdioServer,
} from '../agent-client.js'
import { hookCommand } from '../hook-command.js'

const folder = ({ env, home }: InstallPlace): string => env.COPILOT_HOME || join(home, '.copilot')

const hook = (place: InstallPlace) => ({
  type: 'command',
  bash: hookCommand(place, 'copilot'),
  powershell: `& ${hookCommand(place, 'copilot')}`,
  timeoutSec: 5,
})

export const copilot: AgentClient = {
  name: 'copilot',
  title: 'Copilot CLI',
  commands: ['copilot'],
  traces: (place) => [folder(place)],
  server: (place) =>
    place.project === undefined
      ? serverMember(
          join(folder(place), 'mcp-config.json'),
          'mcpServers',
          stdioServer(place, { type: 'local', env: {}, tools: ['*'] }),
        )
      : undefined,
  native: (place) =>
    ownFile(
      join(ofScope(place, folder(place), '.github'), 'hooks', 'mcp-pruner.json'),
      `${JSON.stringify({ version: 1, hooks: { postToolUse: [hook(place)] } }, null, 2)}\n`,
    ),
  serverTool: /^[^-]+-/,
  shows: 'content and structured content, both',
  nativeReach: "bash (failing too), searches, views, other servers' tools",
}
