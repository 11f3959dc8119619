import { join } from 'node:path'
import { type AgentProgram, PROMPT } from './agent-program.js'

export const copilot: AgentProgram = {
  name: 'copilot',
  command: 'copilot',
  args: () => ['-p', PROMPT, '--allow-all-tools', '--allow-all-paths', '--no-color'],
  env: ({ home, origin }) => ({
    COPILOT_PROVIDER_BASE_URL: `${origin}/v1`,
    COPILOT_PROVIDER_API_KEY: 'test',
    COPILOT_MODEL: 'gpt-4.1',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_HOME: join(home, '.copilot'),
  }),
  settings: () => ({ '.copilot/mcp-config.json': '{\n  "mcpServers": {}\n}\n' }),
  exitCode: /completed with exit code 3>/,
  shell: (command, description) => ({
    use: 'bash',
    input: { command, description, mode: 'sync', initial_wait: 20 },
  }),
  prunerTool: (name, input) => ({ use: `pruner-${name}`, input }),
}
