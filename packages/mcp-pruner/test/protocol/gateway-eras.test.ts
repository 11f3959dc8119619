// Official clients of both eras in front of the gateway, and servers of both eras behind it.
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMAND } from '../gateway/wrapped.js'

const server = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const INFO = { name: 'a-program', version: '1.0.0' }
const OPTIONS = { capabilities: { elicitation: {}, sampling: {}, roots: {} } }
const ADA = { action: 'accept', content: { name: 'Ada' } } as const

const WORD = { role: 'assistant', model: 'm', content: { type: 'text', text: 'plum' } } as const
const ROOTS = { roots: [{ uri: 'file:///home/ada' }] }

interface Opened {
  readonly client: Pick<Client, 'callTool' | 'listResources' | 'listTools' | 'readResource'>
  readonly stderr: () => string
  /** Tells of every change of a resource from now on. */
  readonly watch: (uri: string, heard: (uri: string) => void) => Promise<void>
  readonly close: () => Promise<void>
}

const started = (upstream: string) => ({
  command: process.execPath,
  args: [COMMAND, 'wrap', '--', process.execPath, server(upstream)],
  env: { ...(process.env as Record<string, string>), MCP_PRUNER_STORE: 'memory' },
  stderr: 'pipe' as const,
})

async function openNew(upstream: string, mode: 'auto' | { pin: string }): Promise<Opened> {
  const client = new Client(INFO, { ...OPTIONS, versionNegotiation: { mode } })
  client.setRequestHandler('elicitation/create', () => ADA)
  client.setRequestHandler('sampling/createMessage', () => WORD)
  client.setRequestHandler('roots/list', () => ROOTS)
  const transport = new StdioClientTransport(started(upstream))
  let stderr = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  await client.connect(transport)
  const watch: Opened['watch'] = async (uri, heard) => {
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard(params.uri)
    })
    await client.listen({ resourceSubscriptions: [uri] })
  }
  return { client, stderr: () => stderr, watch, close: () => client.close() }
}

async function openOld(upstream: string): Promise<Opened> {
  const client = new OldClient(INFO, OPTIONS)
  client.setRequestHandler(ElicitRequestSchema, () => ADA)
  client.setRequestHandler(CreateMessageRequestSchema, () => WORD)
  client.setRequestHandler(ListRootsRequestSchema, () => ROOTS)
  const transport = new OldTransport(started(upstream))
  let stderr = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  await client.connect(transport)
  const callTool = (params: { name: string; arguments: object }, options?: object) =>
    client.callTool(params as never, undefined, options)
  const others = {
    listTools: () => client.listTools(),
    listResources: () => client.listResources(),
    readResource: (params: { uri: string }) => client.readResource(params),
  }
  return {
    client: { callTool, ...others } as unknown as Opened['client'],
    stderr: () => stderr,
    watch: async (uri, heard) => {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
        heard(params.uri)
      })
      await client.subscribeResource({ uri })
    },
    close: () => client.close(),
  }
}

const CLIENTS: readonly [string, (upstream: string) => Promise<Opened>][] = [
  ['2.x pinned to 2026-07-28', (upstream) => openNew(upstream, { pin: '2026-07-28' })],
  ['2.x in auto', (upstream) => openNew(upstream, 'auto')],
  ['1.32', openOld],
]

describe.each(['old-server.mjs', 'new-server.mjs'])('before %s', (upstream) => {
  describe.each(CLIENTS)('the client %s', (_, open) => {
    let opened: Opened
    beforeAll(async () => {
      opened = await open(upstream)
    })
    afterAll(() => opened.close())

    const call = (name: string, args = {}) =>
      opened.client
        .callTool({ name, arguments: args })
        .then((result) => (result as { content: { text: string }[] }).content[0]?.text)

    test('lists the tools, artifact_read among them', async () => {
      const { tools } = await opened.client.listTools()
      expect(tools.map(({ name }) => name)).toEqual([
        'echo',
        'fail',
        'steps',
        'wait',
        'ask',
        'sample',
        'roots',
        'touch',
        'artifact_read',
      ])
    })

    test('calls one, and gets its failure', async () => {
      expect(await call('echo', { text: 'hi' })).toBe('hi')
      const failed = await opened.client.callTool({ name: 'fail', arguments: {} })
      expect(failed).toMatchObject({ isError: true, content: [{ text: 'it failed' }] })
    })

    test('hears of progress', async () => {
      const heard: number[] = []
      const onprogress = ({ progress }: { progress: number }) => heard.push(progress)
      await opened.client.callTool({ name: 'steps', arguments: {} }, { onprogress })
      expect(heard).toEqual([1, 2])
    })

    test('is asked for input during a call', async () => {
      expect(await call('ask')).toBe('hello Ada')
    })

    test('is asked for a model and for its roots', async () => {
      expect(await call('sample')).toBe('the model said plum')
      expect(await call('roots')).toBe('file:///home/ada')
    })

    test('hears of a resource that it watches', async () => {
      const heard: string[] = []
      await opened.watch('memo://one', (uri) => heard.push(uri))
      await expect
        .poll(async () => {
          await call('touch')
          return heard
        })
        .toContain('memo://one')
    })

    test('lists and reads resources', async () => {
      const { resources } = await opened.client.listResources()
      expect(resources.map(({ uri }) => uri)).toEqual(['memo://one'])
      expect(await opened.client.readResource({ uri: 'memo://one' })).toMatchObject({
        contents: [{ text: 'a memo' }],
      })
      await expect(opened.client.readResource({ uri: 'memo://none' })).rejects.toMatchObject({
        code: -32602,
      })
    })

    test('cancels a call', async () => {
      const stop = new AbortController()
      const options = { signal: stop.signal } as never
      const waiting = opened.client.callTool({ name: 'wait', arguments: {} }, options)
      waiting.catch(() => {})
      await call('echo', { text: 'the wait has begun' })
      stop.abort('enough')
      await expect(waiting).rejects.toThrow(/enough|abort/i)
      await expect.poll(opened.stderr).toContain('the wait was cancelled')
    })
  })
})

// The level was asked for in the old way, which a server of the new revision refuses.
test('an old client sets the log level at a server of the new revision', async () => {
  const client = new OldClient(INFO, OPTIONS)
  const heard: unknown[] = []
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    heard.push(params.data)
  })
  await client.connect(new OldTransport(started('new-server.mjs')))
  await client.setLoggingLevel('info')
  await client.callTool({ name: 'fail', arguments: {} })
  await expect.poll(() => heard).toEqual(['about to fail'])
  await client.close()
})
