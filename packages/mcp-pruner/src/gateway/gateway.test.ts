// What a client of one wrapped server is answered, without a process.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fields } from '../rpc/message.js'
import { RpcError } from '../rpc/rpc-error.js'
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

describe('one server', () => {
  let server: WrappedServer
  let client: GatewayClient
  beforeAll(async () => {
    server = await serverOf(
      'one',
      {
        ...tools({
          small: { ...text('short'), _meta: { own: 1 } },
          log: text(LINES),
          rows: text(JSON.stringify({ total: 800, rows: ROWS })),
          typed: {
            ...text(JSON.stringify({ total: 800, rows: ROWS })),
            structuredContent: { total: 800, rows: ROWS },
          },
          failed: { ...text('it broke'), isError: true },
          started: { task: { taskId: 't1' } },
        }),
        'tasks/result': () => text(LINES),
        'prompts/list': () => ({ prompts: [{ name: 'greet' }] }),
        'prompts/get': ({ name }) => ({
          messages: [{ role: 'user', content: { type: 'text', text: String(name) } }],
        }),
        'resources/list': () => ({ resources: [{ uri: 'file:///a', name: 'a' }] }),
        'resources/read': ({ uri }) => ({ contents: [{ uri, text: 'theirs' }] }),
        'resources/subscribe': () => ({}),
        'logging/setLevel': () => ({}),
        'completion/complete': () => ({ completion: { values: ['x'] } }),
        'own/method': (params) => ({ given: params }),
        'own/broken': () => {
          throw new RpcError(-32050, LINES, { more: 1 })
        },
      },
      { deny: ['hidden*'], rename: { failed: 'fails' }, describe: { small: 'Says little.' } },
    )
    client = await GatewayClient.open([server])
  })

  test('introduces itself as that server, and says what it adds', () => {
    expect(client.initialized).toMatchObject({
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'one' },
      capabilities: { tools: {}, resources: {}, prompts: {}, logging: {} },
      instructions: expect.stringContaining('Answers over 10 KB are cut') as string,
    })
  })

  test('lists its tools and ours, renamed, described and without those that are denied', async () => {
    const { tools: listed } = (await client.request('tools/list')) as { tools: Fields[] }
    expect(listed.map(({ name }) => name)).toEqual([
      'small',
      'log',
      'rows',
      'typed',
      'fails',
      'started',
      'artifact_read',
    ])
    expect(listed[0]?.['description']).toBe('Says little.')
  })

  test('a small answer passes as it came, and the server gets its own name', async () => {
    expect(await client.call('small', { a: 1 })).toEqual({ ...text('short'), _meta: { own: 1 } })
    expect(await client.call('fails')).toEqual({ ...text('it broke'), isError: true })
    expect(calls(server, 'tools/call').slice(-2)).toEqual([
      { name: 'small', arguments: { a: 1 } },
      { name: 'failed', arguments: {} },
    ])
  })

  test('our parameters do not reach the server', async () => {
    await client.call('small', { a: 1, context_focus_question: 'Which line?', max_tokens: 100 })
    expect(calls(server, 'tools/call').at(-1)).toEqual({ name: 'small', arguments: { a: 1 } })
    const wrong = await client.call('small', { max_tokens: 'many' })
    expect(wrong).toMatchObject({ isError: true })
    expect(textIn(wrong)).toContain('max_tokens')
  })

  test.each([
    ['no name', { arguments: {} }, 'Invalid params'],
    ['arguments in a list', { name: 'small', arguments: [] }, 'Invalid params'],
    ['a denied tool', { name: 'hidden_one' }, 'Unknown tool: hidden_one'],
    ['the name that was replaced', { name: 'failed' }, 'Unknown tool: failed'],
  ])('a call with %s is refused', async (_what, params, message) => {
    const before = calls(server, 'tools/call').length
    expect(await client.ask('tools/call', params)).toMatchObject({
      error: { code: -32602, message },
    })
    expect(calls(server, 'tools/call').length).toBe(before)
  })

  test('null for no arguments is accepted, and a tool that is not listed is for the server', async () => {
    expect(await client.request('tools/call', { name: 'small', arguments: null })).toMatchObject(
      text('short'),
    )
    expect(await client.ask('tools/call', { name: 'other' })).toMatchObject({
      error: { code: -32602, message: 'no tool other' },
    })
  })

  test('a long text is cut within the limit, and read back whole', async () => {
    const cut = await client.call('log')
    expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThan(10_240)
    expect(textIn(cut)).toContain('line 1 of the log')
    const [, ref = '', shown] =
      /⟦mcp-pruner.*: (?:.*; the whole: artifact_read )(ax:\/\/[^⟧]+)⟧/.exec(textIn(cut, 1)) ?? []
    expect(shown).toBeUndefined()
    expect(textIn(cut, 1)).toMatch(/\d+ of 2000 lines shown/)
    const page = await client.call('artifact_read', { ref, start_line: 1999 })
    expect(textIn(page).trimEnd()).toBe('line 1999 of the log\nline 2000 of the log')
    const { contents } = (await client.request('resources/read', { uri: ref })) as {
      contents: Fields[]
    }
    expect(contents).toEqual([{ uri: ref, mimeType: 'text/plain', text: LINES }])
    expect(client.recovered).toEqual([ref, ref])
    const { resources } = (await client.request('resources/list')) as { resources: Fields[] }
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining([ref, 'file:///a']))
  })

  test('data in a text becomes an envelope, with its first items and their number', async () => {
    const cut = await client.call('rows')
    const { items, ...envelope } = JSON.parse(textIn(cut)) as { items: unknown[] }
    expect(envelope).toMatchObject({
      success: true,
      count: 800,
      data: { total: 800 },
      hasMore: true,
      nextCursor: `/rows/${items.length}`,
      artifactRef: expect.stringMatching(/^ax:/) as string,
    })
    expect(items.length).toBeGreaterThan(100)
    expect(items).toEqual(ROWS.slice(0, items.length))
    expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThan(10_240)
  })

  test('a structured value keeps its form, and says what is missing', async () => {
    const cut = await client.call('typed')
    const { rows, ...rest } = cut['structuredContent'] as { rows: unknown[] }
    expect(rest).toMatchObject({
      total: 800,
      truncated: true,
      artifactRef: expect.stringMatching(/^ax:/) as string,
      note: expect.stringMatching(/only \d+ of 800 items of \/rows shown/) as string,
    })
    expect(rows.slice(0, 100)).toEqual(ROWS.slice(0, 100))
    // The text beside it says the same.
    expect(JSON.parse(textIn(cut))).toEqual(cut['structuredContent'])
    expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThan(10_240)
  })

  test('a question chooses lines of a text and items of data, and says how many are missing', async () => {
    const lines = await client.call('log', { context_focus_question: 'Which has 1234?' })
    expect(textIn(lines)).toBe('line 1234 of the log')
    expect(JSON.stringify(lines)).toMatch(/1999 of 2000 lines cut/)
    const items = await client.call('rows', { context_focus_question: 'Which is row 77?' })
    const found = JSON.parse(textIn(items)) as { rows: { id: number }[] }
    expect(found.rows.map((row) => row.id)).toContain(77)
    expect(found.rows.length).toBeLessThan(20)
  })

  test('only the fields that were asked for are shown', async () => {
    const { content } = await client.call('rows', { fields: ['/rows/id'] })
    const [data, ...notes] = content as { text: string }[]
    expect(JSON.parse(data?.text ?? '')).toMatchObject({
      items: expect.arrayContaining([{ id: 0 }]) as unknown,
      count: 800,
    })
    expect(data?.text).not.toContain('name')
    expect(JSON.stringify(notes)).toContain('only the fields asked for shown')
    const none = await client.call('rows', { fields: ['price'] })
    expect(JSON.stringify(none)).toContain('none of these fields is there, so all are shown: price')
  })

  test('the result of a task is bounded like that of a call', async () => {
    await client.call('started')
    const known = await client.request('tasks/result', { taskId: 't1' })
    expect(textIn(known, 1)).toMatch(/of 2000 lines shown/)
    // Of a task that no call of ours began it is not known whose it is.
    expect(textIn(await client.request('tasks/result', { taskId: 't2' }))).toBe(LINES)
  })

  test('prompts, resources, completions and the level of logs go to it', async () => {
    expect(await client.request('prompts/list')).toMatchObject({ prompts: [{ name: 'greet' }] })
    expect(await client.request('prompts/get', { name: 'greet' })).toMatchObject({
      messages: [{ content: { text: 'greet' } }],
    })
    expect(await client.request('resources/read', { uri: 'file:///a' })).toEqual({
      contents: [{ uri: 'file:///a', text: 'theirs' }],
    })
    await client.request('resources/subscribe', { uri: 'file:///a' })
    await client.request('logging/setLevel', { level: 'debug' })
    const ref = { type: 'ref/prompt', name: 'greet' }
    expect(await client.request('completion/complete', { ref })).toEqual({
      completion: { values: ['x'] },
    })
    expect(calls(server, 'resources/subscribe')).toEqual([{ uri: 'file:///a' }])
    expect(calls(server, 'logging/setLevel')).toEqual([{ level: 'debug' }])
    expect(await client.request('ping')).toEqual({})
  })

  test('methods of its own pass, and its errors, with a long message cut', async () => {
    expect(await client.request('own/method', { a: 1 })).toEqual({ given: { a: 1 } })
    const { error } = (await client.ask('own/broken')) as {
      error: { code: number; message: string }
    }
    expect(error.code).toBe(-32050)
    expect(error.message).toMatch(/the error is cut; the whole: artifact_read ax:/)
    expect(error.message).toContain('line 2000 of the log')
  })

  test('each call is recorded with its server and its question', async () => {
    const question = 'What is recorded?'
    await client.call('small', { context_focus_question: question })
    await expect
      .poll(() => client.recorded.find((each) => each.question === question))
      .toMatchObject({ tool: 'small', server: 'one', client: 'program' })
  })
})
