import { expect, test } from 'vitest'
import { createGuard } from '../call/guard.js'
import type { McpRequest } from '../rpc/sdk-server.js'
import type { OwnTool } from '../tools/own-tool.js'
import type { Delivery } from './line-transport.js'
import { createMethods, type MethodContext } from './mcp-methods.js'

const DEFINITION = {
  name: 'read',
  description: 'Reads.',
  inputSchema: { type: 'object' as const },
  outputSchema: { type: 'object' as const },
}
const { outputSchema: _, ...FOR_TEXT } = DEFINITION

const tool = {
  name: 'read',
  parse: (input: Record<string, unknown>) =>
    input['wrong']
      ? { ok: false, issues: [{ path: ['wrong'], code: 'custom', message: 'is wrong' }] }
      : { ok: true, args: input, unknownKeys: [] },
  timeLimitMs: () => 60_000,
  timeLimitHint: '',
  focusQuestion: () => undefined,
  run: (args: { broken?: true }) =>
    args.broken
      ? Promise.reject(new TypeError('a secret detail'))
      : Promise.resolve({ raw: 'text', text: 'text', apply: () => undefined }),
  shape: (_finished: unknown, { output, client }: { output: string; client?: string }) => ({
    content: [{ type: 'text', text: `${output} for ${client}` }],
    _meta: { pruning: 1 },
  }),
  listed: (output: string) => (output === 'structured' ? DEFINITION : FOR_TEXT),
} as unknown as OwnTool

function server(more: Partial<MethodContext> = {}) {
  const events: [event: string, fields: unknown][] = []
  const listed: [string | undefined, number][] = []
  const deliveries: Delivery[] = []
  const methods = createMethods({
    settings: { output: 'auto' } as never,
    tools: [tool],
    pipeline: {
      guard: createGuard(() => {}),
      pruneOutput: ((_tool: string, __: unknown, { raw }: { raw: unknown }) =>
        Promise.resolve({
          raw,
          metadata: { attempted: false, applied: false, fallback: false, raw_bytes: 4 },
        })) as never,
    },
    listed: (client, tokens) => void listed.push([client, tokens]),
    emit: (_level, event, fields) => void events.push([event, fields?.data]),
    watch: (_id, delivery) => void deliveries.push(delivery),
    disconnect: () => void events.push(['disconnected', undefined]),
    ...more,
  })
  const ask = (method: string, params: unknown = {}, request: Partial<McpRequest> = {}) =>
    methods({
      id: 1,
      method,
      params,
      isModern: false,
      signal: new AbortController().signal,
      client: undefined,
      ...request,
    }) as Promise<Record<string, unknown>>
  const as = (name: string) =>
    ask('initialize', { protocolVersion: '2025-11-25', clientInfo: { name, version: '1' } })
  const names = () => events.map(([event]) => event)
  return { ask, as, events, names, listed, deliveries }
}

test('it introduces itself', async () => {
  expect(await server().as('claude-code')).toMatchObject({
    protocolVersion: '2025-11-25',
    capabilities: { tools: { listChanged: false } },
    instructions: expect.stringContaining('context_focus_question') as string,
  })
  const { ask, names } = server()
  await expect(ask('initialize', {})).rejects.toMatchObject({ code: -32602 })
  expect(names()).toEqual(['tool.request_invalid'])
  await expect(ask('other')).rejects.toMatchObject({ code: -32601 })
})

test('an agent is listed tools without schemas of results, a program with them', async () => {
  const { ask, as, listed } = server()
  expect(await ask('tools/list')).toEqual({ tools: [DEFINITION] })
  await as('claude-code')
  expect(await ask('tools/list')).toEqual({ tools: [FOR_TEXT] })
  // A request may name its own client.
  expect(await ask('tools/list', {}, { client: 'program' })).toEqual({ tools: [DEFINITION] })
  expect(listed.map(([client]) => client)).toEqual([undefined, 'claude-code', 'program'])
  expect(listed.every(([, tokens]) => tokens > 10)).toBe(true)
  const modern = await ask('tools/list', {}, { isModern: true })
  expect(modern).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' })
  await expect(ask('tools/list', { cursor: 'x' })).rejects.toMatchObject({ code: -32602 })
})

test('a call is answered in the format of its client, and watched until it is sent', async () => {
  const { ask, as, events, names, deliveries } = server()
  expect(await ask('tools/call', { name: 'read' })).toEqual({
    content: [{ type: 'text', text: 'structured for undefined' }],
    _meta: { pruning: 1 },
  })
  await as('@cline/core')
  // It would show its model the metadata too.
  expect(await ask('tools/call', { name: 'read' })).toEqual({
    content: [{ type: 'text', text: 'text for @cline/core' }],
  })
  deliveries[0]?.sent?.()
  expect(events.at(-1)).toEqual(['tool.respond_ok', { tool: 'read', mode: 'raw' }])
  deliveries[1]?.failed?.(new Error('the pipe is closed'))
  expect(names().slice(-2)).toEqual(['tool.respond_failed', 'disconnected'])
})

test('wrong arguments are an error with data, or words for a model that sees only those', async () => {
  const { ask, as, names } = server()
  const wrong = { name: 'read', arguments: { wrong: true } }
  await expect(ask('tools/call', wrong)).rejects.toMatchObject({
    code: -32602,
    data: { tool: 'read', issues: [{ path: 'arguments.wrong' }] },
  })
  await as('claude-code')
  expect(await ask('tools/call', wrong)).toMatchObject({
    isError: true,
    content: [
      {
        text: expect.stringMatching(
          /^read was not run, because of its arguments:\nwrong: /,
        ) as string,
      },
    ],
  })
  await as('codex-mcp-client')
  await expect(ask('tools/call', wrong)).rejects.toMatchObject({ code: -32602 })
  expect(names().filter((name) => name === 'tool.request_invalid')).toHaveLength(3)
})

test('a mistake of ours is logged, unless the call was cancelled', async () => {
  const { ask, events, names } = server()
  const broken = { name: 'read', arguments: { broken: true } }
  await expect(ask('tools/call', broken)).rejects.toThrow('a secret detail')
  expect(events.at(-1)).toMatchObject([
    'tool.internal_error',
    { stack: expect.stringContaining('a secret detail') as string },
  ])
  const { length } = names().filter((name) => name === 'tool.internal_error')
  const stop = new AbortController()
  stop.abort()
  await expect(ask('tools/call', broken, { signal: stop.signal })).rejects.toThrow('cancelled')
  expect(names().filter((name) => name === 'tool.internal_error')).toHaveLength(length)
})

test('hooks are answered, and a model that calls their tool is not', async () => {
  const asked: unknown[] = []
  const answer = (args: unknown) => {
    asked.push(args)
    return Promise.resolve({ hookSpecificOutput: {} })
  }
  const { ask, as } = server({ native: { answer } })
  const call = { name: 'native_hook', arguments: { key: 'k' } }
  await expect(ask('tools/call', call)).rejects.toMatchObject({ code: -32602 })
  await as('claude-code')
  expect(await ask('tools/call', call)).toEqual({
    content: [{ type: 'text', text: '{"hookSpecificOutput":{}}' }],
  })
  const byModel = { ...call, _meta: { 'claudecode/toolUseId': 't1' } }
  expect(await ask('tools/call', byModel)).toMatchObject({ isError: true })
  expect(asked).toEqual([{ key: 'k' }])
})
