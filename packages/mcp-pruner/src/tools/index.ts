// The server's own tools, in the order they are listed.
import type { Settings, ToolName } from '../settings.js'
import type { OwnTool } from './own-tool.js'
import { createReadTool } from './read.js'

export function createTools(settings: Settings): readonly OwnTool[] {
  const makers: Partial<Record<ToolName, () => OwnTool>> = {
    read: () => createReadTool(settings),
  }
  return settings.tools.flatMap((name) => makers[name]?.() ?? [])
}
