// No request is known to make a tool throw what it should not, so a tool that does takes part here.
import { expect } from 'vitest'
import type { EventFields } from '../src/events.js'
import { createPruneOutput } from '../src/pruning/prune-output.js'
import { readSettings } from '../src/settings.js'
import { createMethods } from '../src/stdio/methods.js'
import { createRpcPeer } from '../src/stdio/rpc.js'
import type { OwnTool } from '../src/tools/own-tool.js'

export async function internalErrorIsAnswered(): Promise<void> {
  const settings = readSettings({})
  const events: [string, string, EventFields | undefined][] = []
  const broken: OwnTool = {
    name: 'broken',
    listed: () => ({ name: 'broken', inputSchema: { type: 'object' } }),
    parse: () => ({ ok: true, args: {}, unknownKeys: [] }),
    timeLimitMs: () => 1000,
    focusQuestion: () => undefined,
    run: async () => {
      throw new TypeError('a fault with /secret/detail')
    },
    shape: () => ({ content: [] }),
  }
  const recovery = {
    keep: async () => undefined,
    recall: async () => undefined,
    close: async () => {},
  }
  const methods = createMethods({
    settings,
    tools: [broken],
    pipeline: { pruneOutput: createPruneOutput(settings.pruner, recovery) },
    emit: (level, event, fields) => events.push([level, event, fields]),
    disconnect: () => {},
  })
  const sent: object[] = []
  const peer = createRpcPeer(methods, async (message) => void sent.push(message))
  peer.receive('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"broken"}}')
  await peer.idle()
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } },
  ])
  const [level, event, fields] = events.at(-1) ?? []
  expect([level, event, fields?.request_id]).toEqual(['error', 'tool.internal_error', 'req_1'])
  expect(fields?.data).toEqual({
    tool: 'broken',
    stack: expect.stringContaining('TypeError: a fault'),
  })
}
