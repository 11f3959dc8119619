// Messages between client and server arrive unchanged.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  AWKWARD,
  answering,
  type Connected,
  connect,
  INITIALIZE,
  openReadyWire,
  openWire,
  serverFromNpm,
  textOf,
} from './wrapped.js'

let awkward: Connected
let everything: Connected

beforeAll(async () => {
  const client = { capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: {} } }
  awkward = await connect({ client })
  everything = await connect({ server: serverFromNpm('everything') })
})
afterAll(async () => {
  await awkward.close()
  await everything.close()
})

test('a small answer is passed on byte for byte', async () => {
  const wire = await openReadyWire()
  wire.send({ id: 7, method: 'tools/call', params: { name: 'odd', arguments: {} } })
  const line = await wire.next(({ id }) => id === 7)
  expect(line).toContain(
    '{"content" : [ {"type":"text","text":"caf\\u00e9","x-extra":{"b":1,"a":2.0}} ],"zeta":12345678901234567890,"_meta":{"k":1e3},"alpha":null}',
  )
  expect((await wire.end()).code).toBe(0)
})

test('tools keep all they have and gain one optional question', async () => {
  const wire = await openReadyWire()
  wire.send({ id: 1, method: 'tools/list' })
  const { tools } = JSON.parse(await wire.next(({ id }) => id === 1)).result
  const echo = tools.find(({ name }: { name: string }) => name === 'echo')
  expect(echo).toMatchObject({
    title: 'Echo',
    annotations: { readOnlyHint: true, title: 'Echo!' },
    _meta: { vendor: { rank: 1 } },
    icons: [{ src: 'data:,x' }],
    'x-unknown': [1, 2],
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' }, context_focus_question: { type: 'string' } },
    },
  })
  expect(echo.inputSchema.required ?? []).not.toContain('context_focus_question')
  expect(tools.length).toBeGreaterThan(40)
  await wire.end()
})

test('the question is not forwarded, unless the tool has an argument of that name', async () => {
  const asked = { context_focus_question: 'what?', other: 1 }
  const stripped = await awkward.client.callTool({ name: 'arguments', arguments: asked })
  expect(JSON.parse(textOf(stripped))).toEqual({ other: 1 })
  const kept = await awkward.client.callTool({ name: 'own_question', arguments: asked })
  expect(JSON.parse(textOf(kept))).toEqual(asked)
})

test('a tool whose name the gateway reserves is still there', async () => {
  const { tools } = await awkward.client.listTools()
  const names = tools.map(({ name }) => name).filter((name) => name.endsWith('artifact_read'))
  expect(names).toEqual(['server__artifact_read', 'artifact_read'])
  const result = await awkward.client.callTool({ name: 'server__artifact_read' })
  expect(textOf(result)).toBe('not the gateway’s')
})

test('nor does its replacement name hide another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-names-'))
  const said = (text: string) => ({ content: [{ type: 'text', text }] })
  const server = answering(folder, 'names', {
    artifact_read: said('the first'),
    server__artifact_read: said('the second'),
  })
  const { client, close } = await connect({ server })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'server__server__artifact_read',
    'server__artifact_read',
    'artifact_read',
  ])
  expect(textOf(await client.callTool({ name: 'server__server__artifact_read' }))).toBe('the first')
  expect(textOf(await client.callTool({ name: 'server__artifact_read' }))).toBe('the second')
  await close()
  rmSync(folder, { recursive: true, force: true })
})

test('a task is started, followed and read', async () => {
  const wire = await openReadyWire({ server: serverFromNpm('everything') })
  const args = { topic: 'tides', ambiguous: false }
  const params = { name: 'simulate-research-query', arguments: args, task: { ttl: 60_000 } }
  wire.send({ id: 1, method: 'tools/call', params })
  const { task } = JSON.parse(await wire.next(({ id }) => id === 1)).result
  wire.send({ id: 2, method: 'tasks/get', params: { taskId: task.taskId } })
  expect(JSON.parse(await wire.next(({ id }) => id === 2)).result.taskId).toBe(task.taskId)
  wire.send({ id: 3, method: 'tasks/result', params: { taskId: task.taskId } })
  expect(textOf(JSON.parse(await wire.next(({ id }) => id === 3)).result)).toContain('tides')
  await wire.end()
})

test('an error of the server keeps its code, message and data', async () => {
  const wire = await openReadyWire()
  wire.send({ id: 2, method: 'tools/call', params: { name: 'nothing', arguments: {} } })
  expect(JSON.parse(await wire.next(({ id }) => id === 2)).error).toEqual({
    code: -32055,
    message: 'No tool called nothing',
    data: { name: 'nothing', hint: ['look', 'again'] },
  })
  await wire.end()
})

test('instructions, capabilities and the version come from the server', async () => {
  expect(awkward.client.getServerVersion()).toMatchObject({ name: 'awkward', version: '1.0.0' })
  expect(awkward.client.getInstructions()).toMatch(/^Handle with care\.\n\n/)
  expect(awkward.client.getServerCapabilities()).toMatchObject({
    tools: { listChanged: true },
    logging: {},
    resources: {},
  })
  expect(everything.client.getServerCapabilities()).toMatchObject({
    prompts: {},
    completions: {},
    resources: { subscribe: true },
  })
})

test('roots, sampling and elicitation reach the client and return', async () => {
  const { client } = awkward
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: [{ uri: 'file:///here', name: 'here' }],
  }))
  client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => ({
    role: 'assistant',
    model: 'none',
    content: { type: 'text', text: `at most ${params.maxTokens}` },
  }))
  client.setRequestHandler(ElicitRequestSchema, () => ({
    action: 'accept',
    content: { name: 'Ada' },
  }))
  const ask = async (name: string) => JSON.parse(textOf(await client.callTool({ name })))
  expect(await ask('roots')).toEqual({ roots: [{ uri: 'file:///here', name: 'here' }] })
  expect(await ask('sample')).toMatchObject({ content: { text: 'at most 5' } })
  expect(await ask('elicit')).toEqual({ action: 'accept', content: { name: 'Ada' } })
})

// On the wire: a client library hands progress to its caller in its own time, and drops what it has not
// handed over when the answer comes.
test('progress arrives in order, and none after the answer', async () => {
  const wire = await openReadyWire()
  const progressToken = 'fifty'
  const params = { name: 'progress', arguments: { reports: 50 }, _meta: { progressToken } }
  wire.send({ id: 1, method: 'tools/call', params })
  await wire.answerTo(1)
  wire.send({ id: 2, method: 'ping' })
  await wire.answerTo(2)
  const seen = wire.messages.flatMap(({ id, method, params: report }) =>
    method === 'notifications/progress' ? [report.progress] : id === 1 ? ['answer'] : [],
  )
  expect(seen).toEqual([...Array.from({ length: 50 }, (_, i) => i + 1), 'answer'])
  await wire.end()
})

test('a cancelled call is cancelled at the server and gets no answer', async () => {
  const wire = await openReadyWire()
  wire.send({ id: 31, method: 'tools/call', params: { name: 'hang', arguments: {} } })
  wire.send({
    id: 32,
    method: 'tools/call',
    params: { name: 'echo', arguments: { text: 'first' } },
  })
  await wire.next(({ id }) => id === 32)
  wire.send({
    method: 'notifications/cancelled',
    params: { requestId: 31, reason: 'changed my mind' },
  })
  wire.send({ id: 33, method: 'tools/call', params: { name: 'cancelled', arguments: {} } })
  const ids: unknown[] = []
  const answer = JSON.parse(await wire.next(({ id }) => ids.push(id) > 0 && id === 33))
  // On a busy machine the question which revision the server speaks is given up first.
  const told = JSON.parse(answer.result.content[0].text) as { reason: string }[]
  expect(told.at(-1)).toMatchObject({ reason: 'changed my mind' })
  expect(ids).toEqual([33])
  await wire.end()
})

test('log messages and levels pass', async () => {
  const { client } = awkward
  const said = new Promise((resolve) => {
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => resolve(params))
  })
  await client.setLoggingLevel('info')
  await client.callTool({ name: 'log_message' })
  expect(await said).toEqual({ level: 'info', logger: 'awkward', data: 'said' })
})

test('a changed tool list is announced and followed', async () => {
  const { client, close } = await connect()
  const changed = new Promise<void>((resolve) => {
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve())
  })
  await client.listTools()
  await client.callTool({ name: 'grow' })
  await changed
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('grown')
  await close()
})

test('prompts, resources, templates and completion of a real server', async () => {
  const { client } = everything
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toContain('completable-prompt')
  const prompt = await client.getPrompt({ name: 'args-prompt', arguments: { city: 'Paris' } })
  expect(JSON.stringify(prompt.messages)).toContain('Paris')
  const { resources } = await client.listResources()
  expect(resources.length).toBeGreaterThan(0)
  const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' })
  expect(contents[0]?.uri).toBe(resources[0]?.uri)
  const { resourceTemplates } = await client.listResourceTemplates()
  const read = await client.readResource({
    uri: resourceTemplates[0]?.uriTemplate.replace(/\{\w+\}/, '1') ?? '',
  })
  expect(read.contents).toHaveLength(1)
  const { completion } = await client.complete({
    ref: { type: 'ref/prompt', name: 'completable-prompt' },
    argument: { name: 'department', value: 'E' },
  })
  expect(completion.values).toContain('Engineering')
})

test('requests that are under way when the input ends are still answered', async () => {
  const wire = openWire()
  wire.send(INITIALIZE)
  await wire.next(({ id }) => id === 'init')
  wire.send({ id: 1, method: 'tools/call', params: { name: 'wait', arguments: { ms: 300 } } })
  wire.child.stdin.end()
  expect(await wire.next(({ id }) => id === 1)).toContain('waited 300')
  expect((await wire.exited).code).toBe(0)
})

test('invalid messages get a parse error and nothing worse', async () => {
  const wire = await openReadyWire()
  wire.child.stdin.write('{"jsonrpc": "2.0", oops\n')
  expect(await wire.next(({ error }) => error !== undefined)).toContain('-32700')
  wire.send({ id: 1, method: 'ping' })
  expect(JSON.parse(await wire.next(({ id }) => id === 1)).result).toEqual({})
  await wire.end()
})

test('a server that writes to its own stdout by mistake is tolerated', async () => {
  const noisy = ['sh', '-c', `echo "starting up..."; exec ${AWKWARD.join(' ')}`]
  const { client, close } = await connect({ server: noisy })
  expect(textOf(await client.callTool({ name: 'echo', arguments: { text: 'hi' } }))).toBe('hi')
  await close()
})
