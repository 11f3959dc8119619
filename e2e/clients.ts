// The two agent clients, each pointed at its stand-in and at nothing else.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeEnv } from './clients/claude.js'
import { codexProvider } from './clients/codex.js'
import { startClaudeApi } from './stand-ins/claude-api.js'
import { startCodexApi } from './stand-ins/codex-api.js'
import type { StandIn } from './stand-ins/listen.js'
import type { ScriptedModel } from './stand-ins/model.js'

export interface Client {
  readonly name: 'claude' | 'codex'
  readonly startApi: (model: ScriptedModel) => Promise<StandIn>
  /** All that the client has to ask its API. */
  readonly expected: readonly string[]
  /** What the model reads after a call whose server is gone. */
  readonly lostServer: RegExp
  /** Whether the client passes on a result of 200,000 characters up to its limits. */
  readonly showsLongResult: (read: string, whole: string) => boolean
  /** Writes the client's own settings into a fresh home, and returns its environment. */
  readonly configure: (home: string, origin: string) => Readonly<Record<string, string>>
}

export const CLAUDE: Client = {
  name: 'claude',
  startApi: startClaudeApi,
  expected: ['POST /v1/messages', 'POST /v1/messages/count_tokens'],
  lostServer: /Connection closed/,
  // All of it, because the server's listing says so; without that it would be a preview of 2 KB.
  showsLongResult: (read, whole) => read === whole,
  configure: claudeEnv,
}

export const CODEX: Client = {
  name: 'codex',
  startApi: startCodexApi,
  expected: ['POST /v1/responses'],
  lostServer: /Transport closed/,
  // Both ends, with a note that the middle is missing.
  showsLongResult: (read, whole) =>
    read.includes(whole.slice(0, 10_000)) &&
    read.includes(whole.slice(-10_000)) &&
    read.includes('tokens truncated') &&
    read.length < 60_000,
  configure: (home, origin) => {
    const folder = join(home, '.codex')
    mkdirSync(folder)
    writeFileSync(
      join(folder, 'config.toml'),
      `model = "gpt-6.1-sol"
model_provider = "stand-in"
features.plugins = false
analytics.enabled = false

${codexProvider(origin)}`,
    )
    return { CODEX_HOME: folder, STAND_IN_KEY: 'test' }
  },
}
