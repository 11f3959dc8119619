import { join } from 'node:path'
import { type AgentProgram, PROMPT } from './agent-program.js'

const BASH_START = '.bash-start'

/**
 * When a shell ends, this client stops reading its output at once and may lose the end of it, with or without a
 * plugin: on a busy machine the shell has to outlive the reading.
 */
export const OUTLIVING_SHELL = { [BASH_START]: "trap 'sleep 1' EXIT\n" }

export const opencode: AgentProgram = {
  name: 'opencode',
  command: 'opencode',
  args: () => ['run', PROMPT, '--model', 'stand-in/stand-in'],
  env: ({ home }) => ({
    BASH_ENV: join(home, BASH_START),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  settings: ({ origin }) => ({
    ...OUTLIVING_SHELL,
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
