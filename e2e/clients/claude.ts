import { join } from 'node:path'
import { type AgentProgram, PROMPT } from './agent-program.js'

/** Points Claude Code at a stand-in of its API, and at nothing else. */
export const claudeEnv = (home: string, origin: string) => ({
  CLAUDE_CONFIG_DIR: join(home, '.claude'),
  ANTHROPIC_BASE_URL: origin,
  ANTHROPIC_API_KEY: 'test',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_AUTOUPDATER: '1',
})

export const claude: AgentProgram = {
  name: 'claude',
  command: 'claude',
  args: () => [
    '-p',
    PROMPT,
    '--model=claude-sonnet-4-5',
    '--output-format=stream-json',
    '--verbose',
    '--allowedTools=Bash,Read,Grep,Edit',
    '--permission-mode=dontAsk',
  ],
  env: ({ home, origin }) => ({
    ...claudeEnv(home, origin),
    DISABLE_ERROR_REPORTING: '1',
  }),
  settings: () => ({ '.claude/settings.json': '{\n    "model": "sonnet"\n}\n' }),
  exitCode: /^Exit code 3$/m,
  shortensFailures: true,
  shell: (command, description) => ({ use: 'Bash', input: { command, description } }),
  read: (file) => ({ use: 'Read', input: { file_path: file } }),
  search: (pattern, path) => ({
    use: 'Grep',
    input: { pattern, path, output_mode: 'content', '-n': true },
  }),
  prunerTool: (name, input) => ({ use: `mcp__pruner__${name}`, input }),
}

/** Another version of it, by its name in package.json. */
export const claudeVersion = (version: string): AgentProgram => ({
  ...claude,
  command: `../claude-code-${version}/bin/claude.exe`,
})

export const allowing = (program: AgentProgram, tools: string): AgentProgram => ({
  ...program,
  args: (place) =>
    program.args(place).map((arg) => (arg.startsWith('--allowedTools=') ? `${arg},${tools}` : arg)),
})

/** Reads its prompts from its input, each once the one before is answered. */
export const talking = (program: AgentProgram): AgentProgram => ({
  ...program,
  args: (place) =>
    program.args(place).map((arg) => (arg === PROMPT ? '--input-format=stream-json' : arg)),
})
