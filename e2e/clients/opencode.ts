import { type AgentProgram, PROMPT } from './agent-program.js'

export const opencode: AgentProgram = {
  name: 'opencode',
  command: 'opencode',
  args: () => ['run', PROMPT, '--model', 'stand-in/stand-in'],
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  settings: ({ origin }) => ({
    '.config/opencode/opencode.jsonc': `{
  "$schema": "https://opencode.ai/config.json",
  // mine
  "autoupdate": false, "share": "disabled", "permission": "allow",
  "model": "stand-in/stand-in", "small_model": "stand-in/stand-in",
  "provider": { "stand-in": {
    "npm": "@ai-sdk/openai-compatible", "name": "stand-in",
    "options": { "baseURL": "${origin}/v1", "apiKey": "test" },
    "models": { "stand-in": { "name": "stand-in", "tool_call": true, "limit": { "context": 400000, "output": 8000 } } }
  } },
}
`,
  }),
  shell: (command, description) => ({ use: 'bash', input: { command, description } }),
  read: (filePath) => ({ use: 'read', input: { filePath } }),
  prunerTool: (name, input) => ({ use: `pruner_${name}`, input }),
}
