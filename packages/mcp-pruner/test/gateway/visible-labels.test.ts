// Descriptions, instructions, prompts, resources and notifications of a wrapped server reached a model, or a terminal,
// with their control characters in force: only answers of tools were looked at.
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReadyWire } from './wrapped.js'

const SERVER = ['node', fileURLToPath(new URL('./labels-server.mjs', import.meta.url))]
const ODD = 'a\u001b[8mb\u202ec'
const SEEN = 'a\\x1b[8mb\\u202ec'

describe.each([
  ['claude-code', SEEN],
  ['a-program', ODD],
])('for %s', (name, contents) => {
  let wire: Awaited<ReturnType<typeof openReadyWire>>
  const ask = async (method: string, params: object = {}) =>
    (await wire.request(method, params)).result
  beforeAll(async () => {
    wire = await openReadyWire({ server: SERVER, name })
  })
  afterAll(() => wire.end())

  test('descriptions are shown unchanged', async () => {
    const welcome = wire.messages.find(({ result }) => result?.serverInfo)?.result
    expect(welcome.serverInfo.title).toBe(SEEN)
    expect(welcome.instructions.startsWith(`${SEEN}\n`)).toBe(true)
    const { tools } = await ask('tools/list')
    expect(tools[0]).toMatchObject({ name: 'talk', title: SEEN, description: SEEN })
    // What programs go by stays as it is.
    expect(tools[0].inputSchema.properties.a).toEqual({
      type: 'string',
      description: SEEN,
      enum: ['\u001b'],
    })
    expect((await ask('prompts/list')).prompts).toEqual([{ name: 'p', description: SEEN }])
    expect((await ask('resources/list')).resources[0]).toEqual({
      uri: 'x:a',
      name: SEEN,
      description: SEEN,
    })
  })

  test('contents depend on the reader: visible for a model, exact for a program', async () => {
    expect(await ask('prompts/get', { name: 'p' })).toEqual({
      description: contents,
      messages: [{ role: 'user', content: { type: 'text', text: contents } }],
    })
    expect(await ask('resources/read', { uri: 'x:a' })).toEqual({
      contents: [{ uri: 'x:a', text: contents }],
    })
  })

  test('notifications command no terminal', async () => {
    const params = { name: 'talk', arguments: {}, _meta: { progressToken: 1 } }
    const { content } = await ask('tools/call', params)
    expect(content).toEqual([
      { type: 'resource_link', uri: 'x:a', name: contents, description: contents },
    ])
    const told = (method: string) => wire.messages.find((each) => each.method === method)?.params
    expect(told('notifications/progress').message).toBe(SEEN)
    expect(told('notifications/message')).toMatchObject({ logger: SEEN, data: { deep: [SEEN] } })
  })
})
