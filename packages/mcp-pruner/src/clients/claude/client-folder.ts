import { join } from 'node:path'
import { homeFolder } from '@jeeves/mcp-runtime/cache-dir'
import type { Env } from '../../settings/settings.js'

/** Claude Code's own folder of this user. */
export const claudeFolder = (env: Env, home = homeFolder(env)): string =>
  env.CLAUDE_CONFIG_DIR || join(home, '.claude')
