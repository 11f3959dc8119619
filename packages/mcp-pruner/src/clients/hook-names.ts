// Names and limits that clients' configuration files, scripts and the running server must agree on.
import { join } from 'node:path'

/** The tool that Claude Code's hooks call. It is never listed: models do not see it. */
export const NATIVE_HOOK_TOOL = 'native_hook'

/** Beside the copy's entry file: the program that other clients' hooks run, and what their plugins import. */
export const HOOK_PROGRAM = 'native-hook.js'
export const ASK_MODULE = 'native-ask.js'

/** Under the data folder. */
export const HOOK_SCRIPT = join('native', 'hook.sh')
export const CLAUDE_ENV_SCRIPT = join('native', 'claude-env.sh')

/**
 * The longest delay of a call beyond the engine's own time, which has its own limit. A server that is gone
 * is noticed at once; this is for one that hangs, and must be long enough for a busy machine.
 */
export const HOOK_WAIT_MS = 1000
export const HOOK_ENGINE_MS = 5000

/** Of an output that is worth a request, in characters or bytes. */
export const MIN_OUTPUT_SIZE = 1500

/** Where the hooks module of a Claude Code session finds its server. */
export const claudeSessionFile = (dataFolder: string, session: string): string =>
  join(dataFolder, 'native', 'run', `claude-${session}.json`)
