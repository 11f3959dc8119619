// Every program that can search on this machine, and grep as a call would run it with one of them.
import { memoryStore } from '@jeeves/mcp-runtime'
import { createPruneOutput } from '../../src/ask/prune-output.js'
import { createGuard } from '../../src/call/guard.js'
import { callTool } from '../../src/call/pipeline.js'
import { findOnPath } from '../../src/process/find-program.js'
import { readSettings } from '../../src/settings/settings.js'
import { createRecovery } from '../../src/store/recovery.js'
import { createGrepTool } from '../../src/tools/grep.js'
import { bundledRg } from '../../src/tools/search/find-engine.js'
import { createRgEngine } from '../../src/tools/search/rg.js'
import type { Engine } from '../../src/tools/search/search.js'
import { createSystemGrepEngine } from '../../src/tools/search/system-grep.js'

const onPath = await findOnPath('rg')
export const bundled = await bundledRg()
export const ENGINES: [string, Engine][] = [
  ...(onPath ? [['rg on the PATH', createRgEngine(onPath)] as [string, Engine]] : []),
  ...(bundled ? [['the bundled rg', createRgEngine(bundled)] as [string, Engine]] : []),
  ['the system’s grep', createSystemGrepEngine()],
]

export async function grepAnswer(
  engine: Engine,
  root: string,
  args: object,
  output: 'structured' | 'text' = 'structured',
) {
  const settings = readSettings({ MCP_PRUNER_CWD: root, PRUNER_URL: '' })
  const recovery = createRecovery(
    async () => memoryStore(),
    () => {},
  )
  const signal = new AbortController().signal
  const call = { requestId: 'r', signal, emit: () => {}, output }
  const tool = createGrepTool(settings, async () => engine)
  const pruneOutput = createPruneOutput(settings.pruner, recovery)
  return (await callTool(tool, args, call, { guard: createGuard(() => {}), pruneOutput })).result
}

// oxlint-disable-next-line typescript/no-explicit-any -- the tests say what they expect
export async function grepWith(engine: Engine, root: string, args: object): Promise<any> {
  return (await grepAnswer(engine, root, args)).structuredContent
}
