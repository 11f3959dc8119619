// Several servers of one configuration: each on its own, whatever becomes of the others.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { answering, connect, serverFromNpm, textOf } from './wrapped.js'

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-several-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = (value: string) => ({ content: [{ type: 'text', text: value }] })
const [node, good = ''] = answering(folder, 'good', { hello: text('hi'), secret: text('no') })
const config = (content: object): string[] => {
  const file = join(folder, `config-${Math.random()}.json`)
  writeFileSync(file, JSON.stringify(content))
  return ['--config', file]
}
const late = join(folder, 'late.mjs')
/** Says nothing for a while, then serves as the good one does. */
writeFileSync(
  late,
  `await new Promise((done) => setTimeout(done, 6000)); await import(${JSON.stringify(good)})`,
)
const flag = join(folder, 'up')
const mends = join(folder, 'mends.mjs')
writeFileSync(
  mends,
  `import { existsSync } from 'node:fs'
if (!existsSync(${JSON.stringify(flag)})) process.exit(3)
await import(${JSON.stringify(good)})`,
)

test('a bad, a slow and a misspelt server do not block the others, and report why', async () => {
  const options = config({
    mcpServers: {
      good: { command: node, args: [good] },
      'two words': { command: node, args: [good] },
      missing: { command: '/nowhere/at-all' },
      exits: { command: node, args: ['-e', 'process.exit(7)'] },
      slow: { command: node, args: [late] },
      old: { type: 'sse', url: 'http://127.0.0.1:9/sse' },
      empty: {},
    },
  })
  const { client, close } = await connect({ server: [], options })
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  expect(names).toEqual([
    'good__hello',
    'good__secret',
    'two-words__hello',
    'two-words__secret',
    'missing__unavailable',
    'exits__unavailable',
    'slow__unavailable',
    'old__unavailable',
    'empty__unavailable',
    'artifact_read',
  ])
  expect(textOf(await client.callTool({ name: 'good__hello', arguments: {} }))).toBe('hi')
  // An entry that cannot be used was said to be tried again, which only a change of the file does.
  const described = (name: string) => tools.find((tool) => tool.name === name)?.description
  expect(described('missing__unavailable')).toMatch(/\. It is tried again; its tools are listed/)
  expect(described('old__unavailable')).toMatch(/\. Correct its entry in the configuration; its/)
  for (const [name, why] of [
    ['missing__unavailable', /The server missing is not available: command not found/],
    ['exits__anything', /The server exits is not available: it exited with code 7/],
    ['old__unavailable', /type is \\"sse\\", which MCP .* Correct its entry in the configuration"/],
    ['empty__unavailable', /command or url must be given/],
  ] as const) {
    const result = await client.callTool({ name, arguments: {} })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(why)
    expect(textOf(result)).toContain('SERVICE_UNAVAILABLE')
    // A model that is told to try again does, and the file does not change meanwhile.
    const isTriedAgain = ['missing__unavailable', 'exits__anything'].includes(name)
    expect(textOf(result)).toContain(`"retryable":${isTriedAgain}`)
  }
  await expect
    .poll(async () => (await client.listTools()).tools.map(({ name }) => name))
    .toContain('slow__hello')
  await close()
})

test('a server that failed is tried again', async () => {
  const options = config({
    servers: { good: { command: node, args: [good] }, mends: { command: node, args: [mends] } },
  })
  const { client, close } = await connect({ server: [], options })
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('mends__unavailable')
  writeFileSync(flag, '')
  await expect
    .poll(async () => (await client.listTools()).tools.map(({ name }) => name))
    .toContain('mends__hello')
  expect(textOf(await client.callTool({ name: 'mends__hello', arguments: {} }))).toBe('hi')
  await close()
})

test('tools are allowed, denied, renamed and described by server, and bounded', async () => {
  const long = answering(folder, 'long', { report: text('word '.repeat(5000)) })
  const options = config({
    mcpServers: {
      good: {
        command: node,
        args: [good],
        mcpPruner: { deny: ['sec*'], rename: { hello: 'greet' }, describe: { hello: 'Greets.' } },
      },
      long: { command: long[0], args: [long[1]], mcpPruner: { allow: ['report'], maxBytes: 2048 } },
      bad: { command: node, args: [good], mcpPruner: { alow: [] } },
    },
  })
  const { client, close } = await connect({ server: [], options })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'good__greet',
    'long__report',
    'bad__unavailable',
    'artifact_read',
  ])
  expect(tools[0]?.description).toBe('Greets.')
  expect(tools[2]?.description).toContain('mcpPruner.alow is not known; use allow, deny')
  expect(textOf(await client.callTool({ name: 'good__greet', arguments: {} }))).toBe('hi')
  // A renamed tool has no other name: its old one was passed to the server, which knows it.
  for (const name of ['good__secret', 'good__hello']) {
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(/Unknown tool/)
  }
  const report = await client.callTool({ name: 'long__report', arguments: {} })
  expect(Buffer.byteLength(JSON.stringify(report))).toBeLessThan(2048)
  await close()
})

// Two tools got one name, and the second replaced the first.
test('a renamed tool takes the name of no other', async () => {
  const server = answering(folder, 'twins', { a: text('from a'), b: text('from b') })
  const options = config({
    mcpServers: {
      twins: { command: server[0], args: [server[1]], mcpPruner: { rename: { a: 'b' } } },
    },
  })
  const { client, close } = await connect({ server: [], options })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['twins__b', 'b', 'artifact_read'])
  expect(textOf(await client.callTool({ name: 'twins__b', arguments: {} }))).toBe('from a')
  expect(textOf(await client.callTool({ name: 'b', arguments: {} }))).toBe('from b')
  await close()
})

test('the filesystem server: allowed, denied, renamed and described', async () => {
  const [command, ...args] = serverFromNpm('filesystem', folder)
  const mcpPruner = {
    allow: ['read_*', 'list_directory', 'write_file'],
    deny: ['*_multiple_*', 'write_file', 'read_media_file'],
    rename: { read_text_file: 'cat' },
    describe: { list_directory: 'Lists a folder.' },
  }
  const options = config({ mcpServers: { files: { command, args, mcpPruner } } })
  writeFileSync(join(folder, 'note.txt'), 'a note\n')
  const { client, close } = await connect({ server: [], options })
  const { tools } = await client.listTools()
  const described = Object.fromEntries(tools.map(({ name, description }) => [name, description]))
  expect(Object.keys(described)).toEqual(['read_file', 'cat', 'list_directory', 'artifact_read'])
  expect(described['list_directory']).toBe('Lists a folder.')
  const path = join(folder, 'note.txt')
  expect(textOf(await client.callTool({ name: 'cat', arguments: { path } }))).toBe('a note\n')
  const content = 'changed'
  for (const name of ['write_file', 'files__write_file', 'move_file', 'read_text_file']) {
    await expect(client.callTool({ name, arguments: { path, content } })).rejects.toThrow(
      /Unknown tool/,
    )
  }
  expect(readFileSync(path, 'utf8')).toBe('a note\n')
  await close()
})

test('a call continues while it reports progress, and not without', async () => {
  const file = join(folder, 'reports.mjs')
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline'
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'r', version: '1' } } })
  if (method === 'tools/list') send({ id, result: { tools: [{ name: 'look', inputSchema: { type: 'object' } }] } })
  if (method === 'tools/call') {
    send({ method: 'notifications/progress', params: { progressToken: params._meta?.progressToken, progress: 1 } })
    send({ id, result: { content: [{ type: 'text', text: typeof params._meta?.progressToken }] } })
  }
})`,
  )
  const { client, close } = await connect({ server: ['node', file] })
  expect(textOf(await client.callTool({ name: 'look', arguments: {} }))).toBe('string')
  await close()
  const limited = await connect({
    server: ['node', '-e', 'setInterval(() => {}, 1000)'],
    options: ['--timeout', 'soon'],
  }).catch(String)
  expect(limited).toMatch(/closed/)
})
