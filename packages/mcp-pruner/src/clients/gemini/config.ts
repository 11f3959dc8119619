// Gemini CLI. Its hook after a call sees the whole output and can replace it.
import { join } from 'node:path'
import { type AgentClient, type FileEdit, inFolder } from '../agent-client.js'
import { hookCommand } from '../hook-command.js'

/** Milliseconds here. */
const HOOK_TIMEOUT_MS = 5000

export const gemini: AgentClient = {
  name: 'gemini',
  title: 'Gemini CLI',
  commands: ['gemini'],
  // Trusted: otherwise it would ask for each call.
  ...inFolder('.gemini', 'settings.json', { trust: true }),
  native: (place): FileEdit[] => [
    {
      file: join(place.project ?? place.home, '.gemini', 'settings.json'),
      format: 'json',
      edits: [
        {
          kind: 'element',
          path: ['hooks', 'AfterTool'],
          value: {
            matcher: 'run_shell_command|search_file_content|grep_search|read_file',
            hooks: [
              {
                type: 'command',
                name: 'mcp-pruner',
                command: hookCommand(place, 'gemini'),
                timeout: HOOK_TIMEOUT_MS,
              },
            ],
          },
        },
      ],
    },
  ],
  userInstructions: ({ home }) => join(home, '.gemini', 'GEMINI.md'),
  shows: 'the content; of a failure the whole result as JSON',
  nativeReach: 'shell commands (failing too), searches and reads',
}
