// Whether a command was started by an agent's own shell tool, judged by the variables that such tools set. A person
// at a prompt has none of them.
import type { Env } from '../settings/settings.js'

const SIGNS: readonly (readonly [variable: string, client: string])[] = [
  ['CLAUDECODE', 'claude-code'],
  ['CODEX_THREAD_ID', 'codex'],
  ['CODEX_SANDBOX', 'codex'],
  ['GEMINI_CLI', 'gemini'],
  ['OPENCODE', 'opencode'],
  ['COPILOT_CLI', 'copilot'],
]

/** The agent's own name; `undefined` for a person. */
export const callingAgent = (env: Env): string | undefined =>
  SIGNS.find(([variable]) => env[variable])?.[1]
