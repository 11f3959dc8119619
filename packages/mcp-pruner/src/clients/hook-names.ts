// Names that clients' configuration files and the running server must agree on.
import { join } from 'node:path'

/** The tool that Claude Code's hooks call. It is in no list: models never see it. */
export const NATIVE_HOOK_TOOL = 'native_hook'

/** The program that other clients' hooks run, beside the copy's entry file. */
export const HOOK_PROGRAM = 'native-hook.js'

/** Under the data folder. */
export const CLAUDE_ENV_SCRIPT = join('native', 'claude-env.sh')
