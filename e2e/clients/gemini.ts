import { type AgentProgram, PROMPT } from './agent-program.js'

export const gemini: AgentProgram = {
  name: 'gemini',
  command: 'gemini',
  args: () => ['-p', PROMPT, '--yolo', '--skip-trust', '-m', 'gemini-2.5-pro'],
  env: ({ origin }) => ({
    GEMINI_API_KEY: 'test',
    GOOGLE_GEMINI_BASE_URL: origin,
    GEMINI_TELEMETRY_ENABLED: 'false',
    NO_BROWSER: '1',
  }),
  settings: () => ({
    // As the client itself would write it: it does so when it runs.
    '.gemini/settings.json': `{
  // mine
  "security": {
    "auth": {
      "selectedType": "gemini-api-key"
    },
    "folderTrust": {
      "enabled": false
    }
  },
  "privacy": {
    "usageStatisticsEnabled": false
  },
  "general": {
    "enableAutoUpdate": false
  }
}`,
  }),
  exitCode: /^Exit Code: 3$/m,
  shell: (command, description) => ({ use: 'run_shell_command', input: { command, description } }),
  read: (file_path) => ({ use: 'read_file', input: { file_path } }),
  prunerTool: (name, input) => ({ use: `mcp_pruner_${name}`, input }),
}
