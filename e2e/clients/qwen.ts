import { type AgentProgram, PROMPT } from './agent-program.js'

export const qwen: AgentProgram = {
  name: 'qwen',
  command: 'qwen',
  isHooked: false,
  args: () => ['-p', PROMPT, '--yolo', '--auth-type', 'openai'],
  env: ({ origin }) => ({
    OPENAI_API_KEY: 'test',
    OPENAI_BASE_URL: `${origin}/v1`,
    OPENAI_MODEL: 'stand-in',
  }),
  settings: () => ({
    '.qwen/settings.json': `{
  // mine
  "security": { "auth": { "selectedType": "openai" } },
  "privacy": { "usageStatisticsEnabled": false },
  "general": { "disableAutoUpdate": true, "enableAutoUpdate": false }
}
`,
  }),
  shell: (command, description) => ({
    use: 'run_shell_command',
    input: { command, description, is_background: false },
  }),
  prunerTool: (name, input) => ({ use: `mcp__pruner__${name}`, input }),
}
