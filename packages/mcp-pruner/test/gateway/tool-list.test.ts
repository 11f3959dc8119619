// What the gateway adds to a tool list is paid for in every request to the model, so it is bounded.
import { tmpdir } from 'node:os'
import { someOf } from '@jeeves/testing'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { connect, direct, PLAYWRIGHT, serverFromNpm, textOf } from './wrapped.js'

type Tools = { name: string; inputSchema: { properties?: Record<string, unknown> } }[]

const tokens = (tools: Tools): number => countTokens(JSON.stringify(tools))

const SERVERS = [
  ['everything', serverFromNpm('everything')],
  ['filesystem', serverFromNpm('filesystem', tmpdir())],
  ['memory', serverFromNpm('memory')],
  ['playwright', PLAYWRIGHT],
] as const

test.each(someOf(SERVERS, 2))(
  '%s: at most 10 %% and 300 tokens more in all',
  { timeout: 120_000 },
  async (_, server) => {
    const bare = await direct(server)
    const before = tokens((await bare.listTools()).tools as Tools)
    const count = (await bare.listTools()).tools.length
    for (const name of ['gateway-test', 'claude-code']) {
      const gateway = await connect({ server, name })
      const { tools } = await gateway.client.listTools()
      expect(tools).toHaveLength(count + 1)
      const growth = tokens(tools as Tools) - before
      expect(growth).toBeLessThanOrEqual(300)
      expect(growth / before).toBeLessThanOrEqual(0.1)
      expect(JSON.stringify(tools)).toContain('context_focus_question')
      await gateway.close()
    }
    await bare.close()
  },
)

test('all parameters by flag, and a question is taken also where it is not listed', async () => {
  const server = serverFromNpm('memory')
  const gateway = await connect({ server, options: ['--parameters', 'all'] })
  const { tools } = await gateway.client.listTools()
  for (const { name, inputSchema } of tools) {
    if (name === 'artifact_read') continue
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(['context_focus_question', 'fields', 'max_tokens']),
    )
  }
  await gateway.close()
})

test('--tools deferred: two tools of ours instead of all, some 300 tokens', async () => {
  const server = serverFromNpm('filesystem', tmpdir())
  const gateway = await connect({ server, options: ['--tools', 'deferred'] })
  const { tools } = await gateway.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['find_tools', 'call_tool', 'artifact_read'])
  expect(tokens(tools as Tools)).toBeLessThanOrEqual(330)
  const call = async (name: string, args: Record<string, unknown>) =>
    textOf(await gateway.client.callTool({ name, arguments: args }))
  expect(await call('find_tools', {})).toMatch(/^read_file: .+\n(.+\n)+/)
  expect(await call('find_tools', { query: 'move or rename' })).toMatch(/^move_file: /)
  const definition = JSON.parse(await call('find_tools', { name: 'list_directory' }))
  expect(definition.inputSchema.required).toEqual(['path'])
  expect(await call('call_tool', { name: 'list_allowed_directories' })).toContain(tmpdir())
  const missing = await gateway.client.callTool({ name: 'find_tools', arguments: { name: 'nope' } })
  expect(missing.isError).toBe(true)
  await gateway.close()
})
