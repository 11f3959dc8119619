// What a wrapped server sends beside its answers passed of any size: a progress message of three megabytes went into the
// conversation, and so did a description.
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReadyWire, unsealed } from './wrapped.js'

const LENGTH = 3_000_000
const server = [
  'node',
  fileURLToPath(new URL('./labels-server.mjs', import.meta.url)),
  String(LENGTH),
]
const WHOLE = `start ${'x'.repeat(LENGTH)} end`
const CUT =
  /^start x+ ⟦mcp-pruner: \d+ characters cut⟧ x+ end\n⟦mcp-pruner: cut; the whole: artifact_read (ax:\S+)⟧$/

let wire: Awaited<ReturnType<typeof openReadyWire>>
const ask = async (method: string, params: object = {}) =>
  unsealed((await wire.request(method, params)).result)
beforeAll(async () => {
  wire = await openReadyWire({ server, name: 'claude-code' })
})
afterAll(() => wire.end())

test('descriptions, titles and instructions are limited like answers', async () => {
  const welcome = unsealed(wire.messages.find(({ result }) => result?.serverInfo)?.result)
  expect(welcome.serverInfo.title).toMatch(CUT)
  const [instructions = ''] = welcome.instructions.split('\n\n')
  expect(instructions).toMatch(CUT)
  expect(Buffer.byteLength(instructions)).toBeLessThan(10_240)
  const { tools } = await ask('tools/list')
  expect(tools[0].title).toMatch(CUT)
  expect(tools[0].description).toMatch(CUT)
  expect(tools[0].inputSchema.properties.a.description).toMatch(CUT)
  expect((await ask('prompts/list')).prompts[0].description).toMatch(CUT)
  expect((await ask('resources/list')).resources[0].description).toMatch(CUT)
})

test('reports are limited like answers, come before the answer, and can be read whole', async () => {
  const params = { name: 'talk', arguments: {}, _meta: { progressToken: 1 } }
  const before = wire.messages.length
  await ask('tools/call', params)
  const sent = wire.messages.slice(before)
  expect(sent.map(({ method = 'answer' }) => method)).toEqual([
    'notifications/progress',
    'notifications/message',
    'answer',
  ])
  const [progress, line] = sent.map((message) => unsealed(message.params ?? {}))
  expect(Buffer.byteLength(JSON.stringify(progress))).toBeLessThan(10_240)
  expect(progress).toEqual({
    progressToken: 1,
    progress: 1,
    message: expect.stringMatching(CUT),
  })
  expect(Buffer.byteLength(JSON.stringify(line))).toBeLessThan(10_240)
  expect(line).toEqual({
    level: 'error',
    data: expect.stringMatching(/^\{"deep":\["start x+ .* cut⟧ x+ end"\]\}\n⟦.*⟧$/),
  })
  const [, ref] = CUT.exec(progress.message) ?? []
  const { contents } = await ask('resources/read', { uri: ref })
  expect(contents[0].text).toBe(WHOLE)
})
