// No known request makes a tool throw unexpectedly, so this tool does.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { memoryStore } from '@jeeves/mcp-runtime'
import { createPruneOutput } from '../../src/ask/prune-output.js'
import { createGuard } from '../../src/call/guard.js'
import type { EventFields } from '../../src/process/events.js'
import { createSdkServer } from '../../src/rpc/sdk-server.js'
import { readSettings } from '../../src/settings/settings.js'
import { LineTransport } from '../../src/stdio/line-transport.js'
import { createMethods } from '../../src/stdio/mcp-methods.js'
import { createRecovery } from '../../src/store/recovery.js'
import type { OwnTool } from '../../src/tools/own-tool.js'

const BROKEN: OwnTool = {
  name: 'broken',
  listed: () => ({ name: 'broken', inputSchema: { type: 'object' } }),
  parse: () => ({ ok: true, args: {}, unknownKeys: [] }),
  timeLimitMs: () => 1000,
  timeLimitHint: 'nothing raises it',
  focusQuestion: () => undefined,
  run: async () => {
    throw new TypeError('a fault')
  },
  shape: () => ({ content: [] }),
}

const RECOVERY = createRecovery(
  async () => memoryStore(),
  () => {},
)

interface Logged {
  readonly level: string
  readonly event: string
  readonly fields: EventFields | undefined
}

/** What is sent and logged when it is called. */
export async function callBrokenTool(): Promise<{ sent: object[]; events: Logged[] }> {
  const settings = readSettings({})
  const events: Logged[] = []
  const sent: object[] = []
  const input = new PassThrough()
  const output = new PassThrough().setEncoding('utf8')
  output.on('data', (line: string) => sent.push(JSON.parse(line) as object))
  const noted = { onRejected: () => {}, onInputEnd: () => {} }
  const transport = new LineTransport({ input, output, ...noted })
  const methods = createMethods({
    settings,
    tools: [BROKEN],
    pipeline: {
      guard: createGuard(() => {}),
      pruneOutput: createPruneOutput(settings.pruner, RECOVERY),
    },
    emit: (level, event, fields) => events.push({ level, event, fields }),
    watch: () => {},
    disconnect: () => {},
  })
  const server = {
    name: 'broken',
    version: '1',
    capabilities: { tools: {} },
    methods,
    discoverTtlMs: 0,
  }
  await createSdkServer(server, false).connect(transport)
  input.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"broken"}}\n')
  await once(output, 'data')
  return { sent, events }
}
