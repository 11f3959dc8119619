// Official clients of both eras directly in front of the stdio server and of `/mcp`.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningService, runService } from '../http/running-service.js'
import { ENTRY } from '../stdio/raw-server.js'

const TOKEN = 'a-token-of-many-characters'
const INFO = { name: 'a-program', version: '1.0.0' }

interface Called {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
}

interface Opened {
  readonly revision: string | undefined
  readonly listTools: () => Promise<{ readonly tools: readonly { readonly name: string }[] }>
  readonly call: (name: string, args: object, signal?: AbortSignal) => Promise<Called>
  readonly listResources: () => Promise<unknown>
  readonly close: () => Promise<void>
}

let root: string
let service: RunningService
beforeAll(async () => {
  root = makeTree({ 'a.txt': 'one\ntwo\n' })
  service = await runService([], {
    HOME: root,
    MCP_PRUNER_CWD: root,
    MCP_PRUNER_STORE: 'memory',
    MCP_PRUNER_TOKEN: TOKEN,
    MCP_PRUNER_TOOLS: 'read,bash,grep',
  })
})
afterAll(async () => {
  await service.stop()
  removeTree(root)
})

const started = () => ({
  command: process.execPath,
  args: [ENTRY],
  env: {
    PATH: process.env['PATH'] ?? '',
    HOME: root,
    MCP_PRUNER_CWD: root,
    MCP_PRUNER_STORE: 'memory',
  },
  stderr: 'ignore' as const,
})
const endpoint = () => new URL(`${service.url}/mcp`)
const ALLOWED = { requestInit: { headers: { authorization: `Bearer ${TOKEN}` } } }

type EntryPoint = 'stdio' | '/mcp'

async function openNew(entryPoint: EntryPoint, mode: 'auto' | { pin: string }): Promise<Opened> {
  const client = new Client(INFO, { versionNegotiation: { mode } })
  await client.connect(
    entryPoint === 'stdio'
      ? new StdioClientTransport(started())
      : new StreamableHTTPClientTransport(endpoint(), ALLOWED),
  )
  return {
    revision: client.getNegotiatedProtocolVersion(),
    listTools: () => client.listTools(),
    call: (name, args, signal) =>
      client.callTool(
        { name, arguments: { ...args } },
        { ...(signal && { signal }) },
      ) as Promise<unknown> as Promise<Called>,
    listResources: () => client.request({ method: 'resources/list' } as never),
    close: () => client.close(),
  }
}

async function openOld(entryPoint: EntryPoint): Promise<Opened> {
  const client = new OldClient(INFO)
  const transport =
    entryPoint === 'stdio' ? new OldStdio(started()) : new OldHttp(endpoint(), ALLOWED)
  await client.connect(transport)
  return {
    revision: undefined,
    listTools: () => client.listTools(),
    call: (name, args, signal) =>
      client.callTool({ name, arguments: { ...args } }, undefined, {
        ...(signal && { signal }),
      }) as Promise<unknown> as Promise<Called>,
    listResources: () => client.listResources(),
    close: () => client.close(),
  }
}

const CLIENTS: readonly [
  string,
  string | undefined,
  (entryPoint: EntryPoint) => Promise<Opened>,
][] = [
  [
    '2.x pinned to 2026-07-28',
    '2026-07-28',
    (entryPoint) => openNew(entryPoint, { pin: '2026-07-28' }),
  ],
  ['2.x in auto', '2026-07-28', (entryPoint) => openNew(entryPoint, 'auto')],
  ['1.32', undefined, openOld],
]
const TOOLS = {
  stdio: ['read', 'bash', 'grep', 'recover_text'],
  '/mcp': ['prune_text', 'recover_text', 'health', 'read', 'bash', 'grep'],
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe.each(['stdio', '/mcp'] as const)('%s', (entryPoint) => {
  describe.each(CLIENTS)('the client %s', (_, revision, open) => {
    let opened: Opened
    beforeAll(async () => {
      opened = await open(entryPoint)
    })
    afterAll(() => opened.close())

    test('agrees on the revision and lists the tools', async () => {
      expect(opened.revision).toBe(revision)
      const { tools } = await opened.listTools()
      expect(tools.map(({ name }) => name)).toEqual(TOOLS[entryPoint])
    })

    test('calls one, and gets its failure', async () => {
      const { content, isError } = await opened.call('read', { file_path: 'a.txt' })
      expect([isError ?? false, content[0]?.text]).toEqual([false, 'one\ntwo\n'])
      const missing = await opened.call('read', { file_path: 'none.txt' })
      expect(missing.isError).toBe(true)
      expect(missing.content[0]?.text).toContain('none.txt')
    })

    test('is told what is wrong with a request', async () => {
      const error = { code: -32602 }
      await expect(opened.call('read', { file_path: 7 })).rejects.toMatchObject(error)
      await expect(opened.call('nope', {})).rejects.toMatchObject(error)
      await expect(opened.call('read', { file_path: 'a.txt' })).resolves.toBeDefined()
    })

    test('cancels a call, whose process ends', async () => {
      const note = join(root, 'started')
      rmSync(note, { force: true })
      const stop = new AbortController()
      const args = { command: 'echo $$ > begun; mv begun started; sleep 300' }
      const waiting = opened.call('bash', args, stop.signal)
      waiting.catch(() => {})
      await expect.poll(() => existsSync(note)).toBe(true)
      const pid = Number(readFileSync(note, 'utf8'))
      expect(isRunning(pid)).toBe(true)
      stop.abort('enough')
      await expect(waiting).rejects.toThrow(/enough|abort/i)
      await expect.poll(() => isRunning(pid)).toBe(false)
    })

    test('is refused resources, of which there are none', async () => {
      await expect(opened.listResources()).rejects.toThrow(/Method not found/i)
    })
  })
})
