// The server's own tools, in the order they are listed.

import type { Settings, ToolName } from '../settings/settings.js'
import type { Recovery } from '../store/recovery.js'
import { createBashTool } from './bash.js'
import { createGrepTool } from './grep.js'
import type { OwnTool } from './own-tool.js'
import { createReadTool } from './read.js'
import { createRecoverTextTool } from './recover-text.js'

export function createTools(settings: Settings, recovery: Recovery): readonly OwnTool[] {
  const makers: Record<ToolName, () => OwnTool> = {
    read: () => createReadTool(settings),
    bash: () => createBashTool(settings),
    grep: () => createGrepTool(settings),
    recover_text: () => createRecoverTextTool(recovery),
  }
  return settings.tools.map((name) => makers[name]())
}
