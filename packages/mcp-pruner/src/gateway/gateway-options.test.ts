// What a client of several wrapped servers, an agent, and a client of envelopes are answered, without a process.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fields } from '../rpc/message.js'
import { closeAll, GatewayClient, serverOf, tools, type WrappedServer } from './gateway.case.js'

afterAll(closeAll)

const text = (value: string) => ({ content: [{ type: 'text', text: value }] })
const textIn = (result: Fields, at = 0) => (result['content'] as { text: string }[])[at]?.text ?? ''
const calls = ({ received }: WrappedServer, method: string) =>
  received
    .filter((each) => each.method === method)
    .map(({ params }) =>
      Object.fromEntries(Object.entries(params).filter(([key]) => key !== '_meta')),
    )
const LINES = Array.from({ length: 2000 }, (_, at) => `line ${at + 1} of the log`).join('\n')
const ROWS = Array.from({ length: 800 }, (_, id) => ({ id, name: `row ${id} of all` }))

describe('two servers', () => {
  let a: WrappedServer
  let b: WrappedServer
  let client: GatewayClient
  beforeAll(async () => {
    const methods = (name: string) => ({
      ...tools({ read: text(`read by ${name}`) }),
      'prompts/list': () => ({ prompts: [{ name: 'greet' }] }),
      'prompts/get': () => ({ messages: [], description: name }),
      'resources/list': () => ({ resources: [{ uri: `file:///${name}`, name }] }),
      'resources/read': ({ uri }: Fields) =>
        uri === `file:///${name}` ? { contents: [{ uri, text: name }] } : { contents: [] },
      'logging/setLevel': () => ({}),
    })
    a = await serverOf('a', methods('a'))
    b = await serverOf('b', methods('b'))
    client = await GatewayClient.open([a, b], { client: 'claude-code' })
  })

  /** A server is a page. */
  async function pages(kind: 'prompts' | 'resources'): Promise<Fields[]> {
    const found: Fields[] = []
    for (let cursor: unknown; found.length < 10; ) {
      const page = await client.request(`${kind}/list`, cursor === undefined ? {} : { cursor })
      found.push(...(page[kind] as Fields[]))
      cursor = page['nextCursor']
      if (cursor === undefined) break
    }
    return found
  }

  test('tools carry the names of their servers, and reach them', async () => {
    const { tools: listed } = (await client.request('tools/list')) as { tools: Fields[] }
    expect(listed.map(({ name }) => name)).toEqual(['a__read', 'b__read', 'artifact_read'])
    expect(await client.call('b__read')).toMatchObject(text('read by b'))
    expect([calls(a, 'tools/call').length, calls(b, 'tools/call')]).toEqual([
      0,
      [{ name: 'read', arguments: {} }],
    ])
    for (const name of ['read', 'c__read'])
      expect(await client.ask('tools/call', { name })).toMatchObject({
        error: { code: -32602, message: `Unknown tool: ${name}` },
      })
  })

  test('prompts do too, and resources go where they were listed', async () => {
    const prompts = await pages('prompts')
    expect(prompts.map(({ name }) => name)).toEqual(['a__greet', 'b__greet'])
    expect(await client.request('prompts/get', { name: 'b__greet' })).toMatchObject({
      description: 'b',
    })
    expect(calls(b, 'prompts/get')).toEqual([{ name: 'greet' }])
    expect(await client.ask('prompts/get', { name: 'greet' })).toMatchObject({
      error: { message: 'Unknown prompt: greet' },
    })
    const resources = await pages('resources')
    expect(resources.map(({ uri }) => uri)).toEqual(['file:///a', 'file:///b'])
    expect(await client.request('resources/read', { uri: 'file:///b' })).toMatchObject({
      contents: [{ text: 'b' }],
    })
    expect(calls(a, 'resources/read')).toEqual([])
  })

  test('a level of logs is for all, and a method of nobody is unknown', async () => {
    await client.request('logging/setLevel', { level: 'error' })
    for (const server of [a, b])
      expect(calls(server, 'logging/setLevel')).toEqual([{ level: 'error' }])
    expect(await client.ask('own/method')).toMatchObject({ error: { code: -32601 } })
    expect(await client.ask('constructor')).toMatchObject({ error: { code: -32601 } })
  })

  test('both are told what the client tells', async () => {
    client.notify('notifications/roots/list_changed')
    for (const { received } of [a, b])
      await expect
        .poll(() => received.map(({ method }) => method))
        .toEqual(
          expect.arrayContaining(['notifications/initialized', 'notifications/roots/list_changed']),
        )
  })
})

describe('for an agent', () => {
  const typed = { rows: ROWS.slice(0, 3), note: 'a\x1b[1mb' }
  let server: WrappedServer
  beforeAll(async () => {
    server = await serverOf(
      'one',
      tools({
        typed: { ...text(JSON.stringify(typed)), structuredContent: typed },
        coloured: text('a\x1b[1mb'),
      }),
    )
  })

  test('control characters are visible, and for a program they are there', async () => {
    const agent = await GatewayClient.open([server], { client: 'claude-code' })
    expect(await agent.call('coloured')).toEqual(text('a\\x1b[1mb'))
    // It would be shown the structured value, as one line.
    expect(await agent.call('typed')).toEqual(text(JSON.stringify(typed)))
    const program = await GatewayClient.open([server])
    expect(await program.call('coloured')).toEqual(text('a\x1b[1mb'))
    expect(await program.call('typed')).toMatchObject({ structuredContent: typed })
  })
})

describe('every answer in an envelope', () => {
  test('a text after it, data in it, and a failure', async () => {
    const server = await serverOf(
      'one',
      tools({
        small: text('short'),
        two: text('one\ntwo'),
        rows: text(JSON.stringify({ rows: ROWS.slice(0, 3) })),
        failed: { ...text('it broke'), isError: true },
        log: text(LINES),
      }),
    )
    const client = await GatewayClient.open([server], { calls: { contract: 'always' } })
    const envelope = async (name: string) => {
      const { content } = await client.call(name)
      const [first, ...rest] = content as { text: string }[]
      return { envelope: JSON.parse(first?.text ?? '') as Fields, rest }
    }
    expect(await envelope('small')).toMatchObject({
      envelope: { success: true, summary: 'small: short', metadata: { truncated: false } },
      rest: [{ text: 'short' }],
    })
    expect((await envelope('two')).envelope).toMatchObject({ summary: 'two: 2 lines', count: 2 })
    expect(await envelope('rows')).toMatchObject({
      envelope: { items: ROWS.slice(0, 3), count: 3 },
      rest: [],
    })
    expect((await envelope('failed')).envelope).toMatchObject({
      success: false,
      error: { code: 'OPERATION_FAILED', message: 'it broke' },
    })
    const log = await envelope('log')
    expect(log.envelope).toMatchObject({
      count: 2000,
      hasMore: true,
      artifactRef: expect.stringMatching(/^ax:/) as string,
      metadata: { truncated: true },
    })
    expect(JSON.stringify(log).length).toBeLessThan(10_240)
  })
})

test('two tools stand for all where they are deferred', async () => {
  const server = await serverOf('one', tools({ small: text('short') }))
  const client = await GatewayClient.open([server], { isDeferred: true })
  const { tools: listed } = (await client.request('tools/list')) as { tools: Fields[] }
  expect(listed.map(({ name }) => name)).toEqual(['find_tools', 'call_tool', 'artifact_read'])
  expect(textIn(await client.call('find_tools'))).toContain('small: Does small.')
  const called = await client.call('call_tool', { name: 'small', arguments: { a: 1 } })
  expect(called).toMatchObject(text('short'))
  expect(calls(server, 'tools/call')).toEqual([{ name: 'small', arguments: { a: 1 } }])
})

test('a server that is not there is named by a tool, and the others work', async () => {
  const there = await serverOf('there', tools({ read: text('read') }))
  const gone = {
    spec: { ...there.spec, name: 'gone', url: 'http://127.0.0.1:1/mcp' },
    received: [],
  }
  const client = await GatewayClient.open([there, gone])
  expect(await client.call('there__read')).toMatchObject(text('read'))
  const { tools: listed } = (await client.request('tools/list')) as { tools: Fields[] }
  expect(listed.map(({ name }) => name)).toEqual([
    'there__read',
    'gone__unavailable',
    'artifact_read',
  ])
  const refused = await client.call('gone__read')
  expect(refused).toMatchObject({ isError: true })
  expect(JSON.parse(textIn(refused))).toMatchObject({
    error: {
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('The server gone is not available') as string,
    },
  })
})

test('a call that takes longer than its limit is told to stop', async () => {
  const server = await serverOf(
    'one',
    { ...tools({ slow: text('late') }), 'tools/call': () => new Promise(() => {}) },
    { timeoutMs: 50 },
  )
  const client = await GatewayClient.open([server])
  const late = await client.call('slow')
  expect(late).toMatchObject({ isError: true })
  expect(JSON.parse(textIn(late))).toMatchObject({
    error: { code: 'TOOL_TIMEOUT', retryable: false },
  })
  await expect
    .poll(() => server.received.map(({ method }) => method))
    .toContain('notifications/cancelled')
})

test('names that are ours, taken or far too long', async () => {
  const log: string[] = []
  const methods = {
    ...tools({ artifact_read: text('theirs'), a: text('a'), b: text('b') }),
    'tools/list': () => ({
      tools: ['artifact_read', 'a', 'b', 'x'.repeat(1001), 'y'.repeat(1000), 'e\u001bvil'].map(
        (name) => ({
          name,
          inputSchema: { type: 'object' },
        }),
      ),
    }),
  }
  const server = await serverOf('one', methods, { rename: { a: 'b' } })
  const emit = (_level: string, event: string) => void log.push(event)
  const client = await GatewayClient.open([server], { emit })
  const { tools: listed } = (await client.request('tools/list')) as { tools: Fields[] }
  expect(listed.map(({ name }) => name)).toEqual([
    'one__artifact_read',
    'one__b',
    'b',
    'y'.repeat(1000),
    'artifact_read',
  ])
  expect(await client.call('one__artifact_read')).toMatchObject(text('theirs'))
  expect(await client.call('one__b')).toMatchObject(text('a'))
  expect(await client.call('b')).toMatchObject(text('b'))
  expect(log.filter((event) => event === 'upstream.tool_refused')).toHaveLength(2)
})

test('all of a strict profile’s limits hold for a small answer too', async () => {
  const many = {
    content: Array.from({ length: 12 }, (_, at) => ({ type: 'text', text: `block ${at}` })),
  }
  const server = await serverOf(
    'one',
    tools({
      rows: text(JSON.stringify({ rows: ROWS.slice(0, 12) })),
      long: text(JSON.stringify({ note: 'x'.repeat(600) })),
      many,
    }),
  )
  const strict = await GatewayClient.open([server], { isStrict: true })
  const usual = await GatewayClient.open([server])
  const items = JSON.parse(textIn(await strict.call('rows'))) as { items: unknown[]; count: number }
  expect([items.items.length, items.count]).toEqual([10, 12])
  expect(textIn(await strict.call('long')).length).toBeLessThan(900)
  expect(textIn(await strict.call('long'))).toContain('x'.repeat(400))
  expect(await usual.call('rows')).toEqual(text(JSON.stringify({ rows: ROWS.slice(0, 12) })))
  expect(await usual.call('many')).toEqual(many)
})
