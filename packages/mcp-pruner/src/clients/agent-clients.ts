// All the agent clients that the installer knows.
import type { AgentClient, ClientName } from './agent-client.js'
import { amp } from './amp.js'
import { auggie } from './auggie.js'
import { claude } from './claude.js'
import { cline } from './cline.js'
import { codex } from './codex.js'
import { continueDev } from './continue.js'
import { copilot } from './copilot.js'
import { cursor } from './cursor.js'
import { droid } from './droid.js'
import { gemini } from './gemini.js'
import { kilo } from './kilo.js'
import { opencode } from './opencode.js'
import { qwen } from './qwen.js'
import { vscode } from './vscode.js'

export const AGENT_CLIENTS: Readonly<Record<ClientName, AgentClient>> = {
  claude,
  codex,
  gemini,
  qwen,
  opencode,
  kilo,
  copilot,
  cline,
  droid,
  continue: continueDev,
  cursor,
  vscode,
  amp,
  auggie,
}
