// `read`, `bash` and `grep` over HTTP, if enabled by name and called with the token. They are the
// same as over stdio.
import { stopAllGroups } from '../../process/process-group.js'
import type { Settings } from '../../settings/settings.js'
import type { Recovery } from '../../store/recovery.js'
import { createTools } from '../../tools/index.js'
import type { ServiceTool } from './service-tool.js'

export interface LocalTools {
  readonly tools: readonly ServiceTool[]
  /** Ends the processes that their calls started. */
  close(): Promise<void>
}

export function createLocalTools(settings: Settings, recovery: Recovery): LocalTools {
  const tools = createTools(settings, recovery).map(
    (tool): ServiceTool => Object.assign(tool, { definition: tool.listed('structured') }),
  )
  return { tools, close: stopAllGroups }
}
