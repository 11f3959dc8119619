// Cline's command line.
import { join } from 'node:path'
import { type AgentClient, serverMember } from './agent-client.js'

export const cline: AgentClient = {
  name: 'cline',
  title: 'Cline',
  commands: ['cline'],
  traces: ({ env, home }) => [env.CLINE_DIR || join(home, '.cline')],
  server: ({ env, home, project, node, entry }) =>
    project === undefined
      ? serverMember(
          join(
            env.CLINE_DIR || join(home, '.cline'),
            'data',
            'settings',
            'cline_mcp_settings.json',
          ),
          'mcpServers',
          { transport: { type: 'stdio', command: node, args: [entry] } },
        )
      : undefined,
  instructions: ({ project }) => (project === undefined ? undefined : join(project, 'AGENTS.md')),
  shows: 'the whole result as JSON, at most 8,000 characters',
  nativeReach: 'nothing: its hooks were not tried',
}
