// One tool through the pipeline, as every entry point calls it, with no server around it.
import { memoryStore } from '@jeeves/mcp-runtime'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { createPruneOutput } from '../../src/ask/prune-output.js'
import { createGuard } from '../../src/call/guard.js'
import { callTool } from '../../src/call/pipeline.js'
import type { OutputMode } from '../../src/call/tool.js'
import { readSettings, type Settings } from '../../src/settings/settings.js'
import { createRecovery, type Recovery } from '../../src/store/recovery.js'
import type { OwnTool } from '../../src/tools/own-tool.js'

export interface Direct {
  readonly settings: Settings
  readonly recovery: Recovery
  /** The result in `output`'s form, as a client would get it. */
  readonly call: (
    tool: OwnTool,
    args: object,
    output?: OutputMode,
    signal?: AbortSignal,
  ) => Promise<CallToolResult>
  /** Its structured value. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what the tool answers is the thing under test
  readonly structured: (tool: OwnTool, args: object) => Promise<any>
}

const ignore = () => undefined

/** `prunerUrl`: empty switches pruning off. */
export function directCalls(root: string, prunerUrl = ''): Direct {
  const settings = readSettings({ MCP_PRUNER_CWD: root, PRUNER_URL: prunerUrl })
  const recovery = createRecovery(async () => memoryStore(), ignore)
  const pruneOutput = createPruneOutput(settings.pruner, recovery)
  const pipeline = { guard: createGuard(ignore), pruneOutput }
  const call: Direct['call'] = async (tool, args, output = 'structured', given) => {
    const signal = given ?? new AbortController().signal
    const about = { requestId: 'r-1', signal, emit: ignore, output }
    return (await callTool(tool, args, about, pipeline)).result
  }
  return {
    settings,
    recovery,
    call,
    structured: async (tool, args) => (await call(tool, args)).structuredContent,
  }
}

export const textOf = ({ content }: CallToolResult): string => {
  const [block] = content
  return block?.type === 'text' ? block.text : ''
}
