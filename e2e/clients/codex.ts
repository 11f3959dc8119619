import { join } from 'node:path'
import { type AgentProgram, PROMPT } from './agent-program.js'

/** The table of a stand-in of its API, in Codex's settings. */
export const codexProvider = (origin: string): string => `[model_providers.stand-in]
name = "stand-in"
base_url = "${origin}/v1"
wire_api = "responses"
env_key = "STAND_IN_KEY"
request_max_retries = 0
stream_max_retries = 0
`

export const codex: AgentProgram = {
  name: 'codex',
  command: 'codex',
  args: () => [
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--sandbox=danger-full-access',
    // A person trusts a hook once, in the client's own dialogue.
    '--dangerously-bypass-hook-trust',
    PROMPT,
  ],
  env: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), STAND_IN_KEY: 'test' }),
  settings: ({ origin }) => ({
    '.codex/config.toml': `# mine
model = "gpt-5.1-codex"
model_provider = "stand-in"
approval_policy = "never"
web_search = "disabled"

[features]
plugins = false

${codexProvider(origin)}`,
  }),
  ownWrites: /\n\[projects\.[^\n]*\]\ntrust_level = "trusted"\n/,
  exitCode: /^Process exited with code 3$/m,
  shell: (cmd) => ({ use: 'exec_command', input: { cmd } }),
  prunerTool: (name, input) => ({ namespace: 'mcp__pruner', use: name, input }),
}
