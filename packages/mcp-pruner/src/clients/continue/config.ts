// Continue. Its settings are YAML; a project has a file for each server.
import { join } from 'node:path'
import { type AgentClient, type FileEdit, SERVER_KEY } from '../agent-client.js'

export const continueDev: AgentClient = {
  name: 'continue',
  title: 'Continue',
  commands: ['cn'],
  traces: ({ home }) => [join(home, '.continue')],
  server: ({ project, home, node, entry }): FileEdit =>
    project === undefined
      ? {
          file: join(home, '.continue', 'config.yaml'),
          format: 'yaml',
          edits: [
            {
              kind: 'element',
              path: ['mcpServers'],
              value: { name: SERVER_KEY, command: node, args: [entry] },
            },
          ],
        }
      : {
          file: join(project, '.continue', 'mcpServers', `${SERVER_KEY}.yaml`),
          format: 'own',
          text: [
            `name: ${SERVER_KEY}`,
            'version: 0.0.1',
            'schema: v1',
            'mcpServers:',
            `  - name: ${SERVER_KEY}`,
            `    command: ${JSON.stringify(node)}`,
            `    args: ${JSON.stringify([entry])}`,
            '',
          ].join('\n'),
        },
  shows: 'the content blocks as JSON',
  nativeReach: 'it has no hooks that were tested',
}
