// What the 2026-07-28 revision requires of a server, and that older revisions still work, on the wire.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pidIn, untilGone } from '@jeeves/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RawServer } from './raw-server.js'

let root: string
let server: RawServer
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'both-eras-'))
  writeFileSync(join(root, 'a.txt'), 'one\n')
  server = new RawServer(root)
})
afterEach(async () => {
  await server.end()
  rmSync(root, { recursive: true })
})

const envelope = (revision: unknown = '2026-07-28', changes: object = {}) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'a-program', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...changes,
  },
})
const SERVER_INFO = {
  'io.modelcontextprotocol/serverInfo': {
    name: '@jeeves/mcp-pruner',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
  },
}
const readA = { name: 'read', arguments: { file_path: 'a.txt' } }
const unsupported = (requested: string) => ({
  code: -32022,
  message: `Unsupported protocol version: ${requested}`,
  data: { supported: ['2026-07-28'], requested },
})

describe('2026-07-28', () => {
  test('server/discover describes the server, and how long that is valid', async () => {
    expect((await server.request('server/discover', envelope())).result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: false } },
      instructions: expect.stringContaining('context_focus_question') as string,
      ttlMs: 300_000,
      cacheScope: 'private',
      _meta: SERVER_INFO,
    })
  })

  test('tools/list can be cached, and has one order', async () => {
    const { result } = await server.request('tools/list', envelope())
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' })
    const names = result.tools.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['read', 'bash', 'grep', 'recover_text'])
  })

  test('a call is complete, and cannot be cached', async () => {
    const { result } = await server.request('tools/call', { ...readA, ...envelope() })
    expect(result.resultType).toBe('complete')
    expect(result.structuredContent.content).toBe('one\n')
    expect(result).not.toHaveProperty('ttlMs')
  })

  test.each([
    ['no envelope', {}],
    [
      'no capabilities',
      envelope(undefined, { 'io.modelcontextprotocol/clientCapabilities': undefined }),
    ],
    [
      'capabilities that are not an object',
      envelope(undefined, { 'io.modelcontextprotocol/clientCapabilities': 5 }),
    ],
    ['a revision that is not a string', envelope(5)],
    ['a client without a name', envelope(undefined, { 'io.modelcontextprotocol/clientInfo': {} })],
  ])('a request with %s is refused', async (_, params) => {
    await server.request('tools/list', envelope())
    expect((await server.request('tools/list', params)).error?.code).toBe(-32602)
  })

  test.each(['ping', 'logging/setLevel', 'resources/list', 'nope'])(
    'there is no %s',
    async (name) => {
      expect((await server.request(name, envelope())).error).toEqual({
        code: -32601,
        message: 'Method not found',
      })
    },
  )

  test('subscriptions/listen is acknowledged, for what can change: nothing', async () => {
    server.send({
      id: 'listen',
      method: 'subscriptions/listen',
      params: { ...envelope(), notifications: { toolsListChanged: true } },
    })
    const acknowledged = await server.until(() =>
      server.messages.find(({ method }) => method === 'notifications/subscriptions/acknowledged'),
    )
    expect(acknowledged.params.notifications).toEqual({})
  })
})

describe('a claim of a revision that is not spoken is refused', () => {
  test('as the first request, and as a later one', async () => {
    for (const revision of ['2099-01-01', '2025-11-25', 'x']) {
      const { error } = await server.request('tools/list', envelope(revision))
      expect(error).toEqual(unsupported(revision))
    }
    expect((await server.request('tools/list', envelope())).result.resultType).toBe('complete')
    expect(
      (await server.request('tools/call', { ...readA, ...envelope('2099-01-01') })).error,
    ).toEqual(unsupported('2099-01-01'))
  })

  test('after initialize', async () => {
    await server.initialize()
    expect((await server.request('tools/list', envelope('2099-01-01'))).error).toEqual(
      unsupported('2099-01-01'),
    )
  })
})

describe('one connection', () => {
  test('a client that sent server/discover may still initialize', async () => {
    await server.request('server/discover', envelope())
    expect((await server.initialize()).result.protocolVersion).toBe('2025-06-18')
    const { result } = await server.request('tools/call', readA)
    expect(result).not.toHaveProperty('resultType')
  })

  test('a request that claims 2026-07-28 is answered in its shape, also after initialize', async () => {
    await server.initialize()
    const modern = await server.request('tools/list', envelope())
    expect(modern.result).toMatchObject({ resultType: 'complete', ttlMs: 300_000 })
    const old = await server.request('tools/list')
    expect(Object.keys(old.result)).toEqual(['tools'])
    expect((await server.request('ping')).result).toEqual({})
  })

  test.each(['before', 'after'])('a call is cancelled, %s initialize', async (when) => {
    if (when === 'after') await server.initialize()
    const args = { command: 'echo $$ > shell.pid; sleep 300' }
    const call = { name: 'bash', arguments: args, ...envelope() }
    server.send({ id: 'long', method: 'tools/call', params: call })
    const pid = await pidIn(root, 'shell.pid')
    const cancel = { requestId: 'long', ...(when === 'before' && envelope()) }
    server.send({ method: 'notifications/cancelled', params: cancel })
    expect(await untilGone(pid)).toBe(true)
    await server.request('tools/list', envelope())
    expect(server.messages.some(({ id }) => id === 'long')).toBe(false)
  })
})
