// Servers that hang, crash, cannot be started, or are many.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, describe, expect, test } from 'vitest'
import {
  AWKWARD,
  connect,
  INITIALIZE,
  openReadyWire,
  openWire,
  serverFromNpm,
  textOf,
} from './wrapped.js'

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-life-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, value: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}
const envelopeOf = (result: unknown) => JSON.parse(textOf(result))

describe('a call that takes too long', () => {
  test.each(['hang', 'flood_and_hang'])(
    '%s is answered TOOL_TIMEOUT and cancelled at the server',
    async (name) => {
      const { client, close } = await connect({ env: { MCP_PRUNER_TOOL_TIMEOUT_MS: '300' } })
      const onprogress = () => {}
      const result = await client.callTool({ name }, undefined, { onprogress })
      expect(result.isError).toBe(true)
      expect(envelopeOf(result)).toMatchObject({
        success: false,
        error: { code: 'TOOL_TIMEOUT', retryable: false },
        metadata: { durationMs: expect.any(Number) },
      })
      const cancelled = JSON.parse(textOf(await client.callTool({ name: 'cancelled' }))) as {
        reason: string
      }[]
      // On a busy machine the question which revision the server speaks is given up as well.
      expect(cancelled.filter(({ reason }) => reason.includes('300 ms'))).toHaveLength(1)
      await close()
    },
  )

  test('a tool has the limit of its category', async () => {
    const preset = { categories: { hang: 'scan' }, timeouts: { toolTimeouts: { scan: 230 } } }
    const { client, close } = await connect({ options: ['--preset', file('scan.json', preset)] })
    expect(envelopeOf(await client.callTool({ name: 'hang' })).error.message).toContain('230')
    await close()
  })

  test('a preset sets the limit of one tool, and the variable overrides it', async () => {
    const options = [
      '--preset',
      file('limits.json', { timeouts: { toolOverrides: { hang: 200 } } }),
    ]
    const { client, close } = await connect({ options })
    expect(envelopeOf(await client.callTool({ name: 'hang' })).error.message).toContain('200')
    expect(textOf(await client.callTool({ name: 'wait', arguments: { ms: 400 } }))).toBe(
      'waited 400',
    )
    await close()
    const stricter = await connect({ options, env: { MCP_PRUNER_TOOL_TIMEOUT_MS: '100' } })
    expect(envelopeOf(await stricter.client.callTool({ name: 'hang' })).error.message).toContain(
      '100',
    )
    await stricter.close()
  })
})

test('a call near its limit is logged', async () => {
  const env = { MCP_PRUNER_TOOL_TIMEOUT_MS: '2000', MCP_PRUNER_LOG_LEVEL: 'warn' }
  const { client, close, stderr } = await connect({ env })
  await client.callTool({ name: 'wait', arguments: { ms: 1700 } })
  await close()
  expect(stderr()).toMatch(/"event":"guard.audit","data":\{"event":"near_timeout","tool":"wait"/)
})

describe('a server that crashes', () => {
  test('fails the calls in flight without inviting a retry, restarts, and reports that its tools may differ', async () => {
    const { client, close } = await connect()
    let announced = 0
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      announced++
    })
    const [hanging, crashing] = await Promise.all([
      client.callTool({ name: 'hang' }),
      client.callTool({ name: 'crash' }),
    ])
    for (const result of [hanging, crashing]) {
      expect(result.isError).toBe(true)
      expect(envelopeOf(result).error).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        retryable: false,
        message: expect.stringContaining('exited with code 3'),
      })
    }
    // Not sent twice: the server that answers now has seen one call only.
    expect(textOf(await client.callTool({ name: 'echo', arguments: { text: 'back' } }))).toBe(
      'back',
    )
    expect(announced).toBe(1)
    await close()
  })

  test('restarts with the client’s log level', async () => {
    const { client, close } = await connect()
    const level = async () => textOf(await client.callTool({ name: 'log_level' }))
    await client.setLoggingLevel('error')
    expect(await level()).toBe('error')
    await client.callTool({ name: 'crash' })
    expect(await level()).toBe('error')
    await close()
  })

  test('again and again is started again and again', async () => {
    const { client, close } = await connect()
    for (let i = 0; i < 3; i++) {
      expect((await client.callTool({ name: 'crash' })).isError).toBe(true)
      expect(textOf(await client.callTool({ name: 'echo', arguments: { text: `${i}` } }))).toBe(
        `${i}`,
      )
    }
    await close()
  })
})

const withoutEvents = (stderr: string) => stderr.replace(/^\{.*\n/gm, '')

describe('a server that cannot be started', () => {
  test.each([
    [
      ['no-such-command-here'],
      'mcp-pruner wrap: cannot start "no-such-command-here": command not found\n',
    ],
    [['false'], 'mcp-pruner wrap: cannot start "false": it exited with code 1\n'],
    [
      ['node', '-e', 'process.exit(7)'],
      'mcp-pruner wrap: cannot start "node": it exited with code 7\n',
    ],
  ])('%j ends the gateway with an event and one line', async (server, line) => {
    const wire = openWire({ server })
    expect((await wire.exited).code).toBe(1)
    const [event = ''] = wire.stderr.split('\n')
    expect(JSON.parse(event)).toMatchObject({
      event: 'gateway.start_failed',
      data: { message: line.slice('mcp-pruner wrap: '.length, -1) },
    })
    expect(withoutEvents(wire.stderr)).toBe(line)
  })

  test.each([
    ['before it is spoken to', false, true],
    ['while it is introduced', true, false],
    ['when the client is gone again', true, true],
  ])('says how the server ended %s', async (_, speaks, leaves) => {
    const wire = openWire({ server: ['false'] })
    if (speaks) wire.send(INITIALIZE)
    if (leaves) wire.child.stdin.end()
    expect((await wire.exited).code).toBe(1)
    expect(withoutEvents(wire.stderr)).toBe(
      'mcp-pruner wrap: cannot start "false": it exited with code 1\n',
    )
  })

  test('a server that floods its output with other text ends the gateway, and not the log', async () => {
    const wire = openWire({ server: ['yes'], env: { MCP_PRUNER_LOG_LEVEL: 'warn' } })
    wire.send(INITIALIZE)
    expect((await wire.exited).code).toBe(1)
    const lines = wire.stderr.trim().split('\n')
    expect(lines.at(-1)).toBe(
      'mcp-pruner wrap: cannot start "yes": it writes no JSON-RPC messages, but "y"',
    )
    expect(lines.filter((line) => line.includes('upstream.not_json'))).toHaveLength(20)
  })

  test('a server that never answers initialize is named when the client gives up', async () => {
    const wire = openWire({ server: ['node', '-e', 'process.stdin.resume()'] })
    wire.send(INITIALIZE)
    wire.child.stdin.end()
    expect((await wire.exited).code).toBe(1)
    expect(withoutEvents(wire.stderr)).toBe(
      'mcp-pruner wrap: cannot start "node": it does not answer initialize\n',
    )
  })

  test('an address where nobody listens ends the gateway with one line', async () => {
    const config = file('nobody.json', { mcpServers: { far: { url: 'http://127.0.0.1:9/mcp' } } })
    const wire = openWire({ server: [], options: ['--config', config] })
    wire.send(INITIALIZE)
    expect((await wire.exited).code).toBe(1)
    expect(withoutEvents(wire.stderr)).toMatch(
      /^mcp-pruner wrap: cannot start "http:\/\/127\.0\.0\.1:9\/mcp": .*\n$/,
    )
  })
})

describe('the command line', () => {
  test.each([
    [[], /give either a command after "--", or --config FILE/],
    [['--profile', 'tiny', '--', 'x'], /--profile "tiny" is not valid: use claude-safe or runtime/],
    [['--contract', 'never', '--', 'x'], /--contract "never" is not valid: use always or overflow/],
    [
      ['--preset', '/nowhere.json', '--', 'x'],
      /--preset "\/nowhere\.json" cannot be used: not a built-in preset/,
    ],
    [['--wrong', '--', 'x'], /--wrong/],
    [['server.js'], /after "--"/],
    [
      ['--config', '/nowhere.json'],
      /--config "\/nowhere\.json" cannot be used: no such file or folder/,
    ],
  ])('%j is refused with the reason', async (options, reason) => {
    const wire = openWire({ server: [], options })
    expect((await wire.exited).code).toBe(2)
    expect(wire.stderr).toMatch(reason)
    expect(wire.stderr).toMatch(/^\{"ts":[^\n]+\}\nmcp-pruner wrap: [^\n]+\nhint: [^\n]+\n$/)
  })

  test('--help explains the options', async () => {
    const wire = openWire({ server: [], options: ['--help'] })
    expect((await wire.exited).code).toBe(0)
    for (const option of ['--config', '--profile', '--contract', '--preset'])
      expect(wire.lines.join('\n')).toContain(option)
  })

  test.each([
    ['{', /is not valid JSON/],
    [[], /must contain an object with "mcpServers"/],
    [{}, /mcpServers must be an object/],
    [{ mcpServers: {} }, /names no server/],
    [{ mcpServers: { a: {} } }, /mcpServers\.a\.command or url must be given/],
    [{ mcpServers: { a: { command: 'x', url: 'http://x' } } }, /and only one of them/],
    [{ mcpServers: { a: { command: 5 } } }, /mcpServers\.a\.command must be a string/],
    [{ mcpServers: { a: { command: 'x', args: 'y' } } }, /mcpServers\.a\.args must be a list/],
    [
      { mcpServers: { a: { command: 'x', env: { A: 1 } } } },
      /mcpServers\.a\.env\.A must be a string/,
    ],
    [
      { mcpServers: { a: { command: '${NO_SUCH_VARIABLE_HERE}' } } },
      /NO_SUCH_VARIABLE_HERE, which is not set/,
    ],
    [{ mcpServers: { a: { url: 'ftp://x' } } }, /is not an http or https address/],
    [{ mcpServers: { a: { type: 'sse', url: 'http://x' } } }, /type is "sse"/],
  ])('the config %j is refused with the reason', async (config, reason) => {
    const wire = openWire({ server: [], options: ['--config', file('bad.json', config)] })
    expect((await wire.exited).code).toBe(2)
    expect(wire.stderr).toMatch(reason)
  })

  test.each([
    ['{', /is not valid JSON/],
    [{ budget: [] }, /budget/],
    [{ categories: { x: 'quick' } }, /categories\.x/],
    [{ budgets: [{ maxBytes: 5, tools: ['*'] }] }, /budgets\.0\.maxBytes/],
    [{ timeouts: { defaultTimeoutMs: -1 } }, /timeouts\.defaultTimeoutMs/],
  ])('the preset %j is refused with the reason', async (preset, reason) => {
    const wire = openWire({ options: ['--preset', file('preset.json', preset)] })
    expect((await wire.exited).code).toBe(2)
    expect(wire.stderr).toMatch(reason)
  })
})

/** Of several servers a slow one is listed once it is up: asked again after each notice, as a client does. */
async function untilListed(client: Client, wanted: readonly string[]): Promise<void> {
  let changes = 0
  let tell = () => {}
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes++
    tell()
  })
  for (;;) {
    const seen = changes
    const { tools } = await client.listTools()
    if (wanted.every((name) => tools.some((tool) => tool.name === name))) return
    if (seen === changes) {
      await new Promise<void>((resolve) => {
        tell = resolve
      })
    }
  }
}

test('several servers are one, with their names before their tools and prompts', async () => {
  const [command, script] = AWKWARD
  const [everything = ''] = serverFromNpm('everything')
  const config = file('several.json', {
    mcpServers: {
      odd: { command, args: [script] },
      all: { command: everything },
      memory: {
        command: '${MEMORY_COMMAND}',
        env: { MEMORY_FILE_PATH: join(folder, 'graph.jsonl') },
      },
      off: { command: 'no-such-command', disabled: true },
    },
  })
  const [memory = ''] = serverFromNpm('memory')
  const { client, close } = await connect({
    server: [],
    options: ['--config', config],
    env: { MEMORY_COMMAND: memory },
  })
  await untilListed(client, ['odd__echo', 'all__echo', 'memory__read_graph', 'artifact_read'])
  expect(textOf(await client.callTool({ name: 'odd__echo', arguments: { text: 'a' } }))).toBe('a')
  expect(
    textOf(await client.callTool({ name: 'all__echo', arguments: { message: 'b' } })),
  ).toContain('b')
  const cut = await client.callTool({ name: 'odd__huge_text' })
  expect(textOf(cut)).toMatch(/ax:\/\/odd\/odd__huge_text\./)
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toContain('all__simple-prompt')
  expect((await client.getPrompt({ name: 'all__simple-prompt' })).messages.length).toBeGreaterThan(
    0,
  )
  const resources: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.listResources(cursor === undefined ? {} : { cursor })
    resources.push(...page.resources.map(({ uri }) => uri))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(resources.some((uri) => uri.startsWith('ax://odd/'))).toBe(true)
  expect(resources.filter((uri) => !uri.startsWith('ax://')).length).toBeGreaterThan(0)
  await expect(client.callTool({ name: 'echo' })).rejects.toThrow(/Unknown tool: echo/)
  await close()
})

test('requests over the limits never reach the server', async () => {
  const { client, close } = await connect({ options: ['--strict'] })
  const many = await client.callTool({
    name: 'arguments',
    arguments: { ids: Array.from({ length: 101 }, (_, i) => i) },
  })
  expect(many.isError).toBe(true)
  expect(envelopeOf(many).error).toMatchObject({
    code: 'ARRAY_TOO_LARGE',
    retryable: false,
    message: expect.stringMatching(/ids.*101/),
  })
  const long = await client.callTool({ name: 'echo', arguments: { text: 'x'.repeat(100_001) } })
  expect(envelopeOf(long).error.code).toBe('INVALID_INPUT')
  let deep: object = {}
  for (let i = 0; i < 12; i++) deep = { deep }
  expect(
    envelopeOf(
      await client.callTool({ name: 'arguments', arguments: deep as Record<string, unknown> }),
    ).success,
  ).toBe(false)
  await close()
})

test('nothing is left running after the client disconnects', async () => {
  const wire = await openReadyWire()
  wire.send({ id: 1, method: 'tools/call', params: { name: 'pid', arguments: {} } })
  const pid = Number(JSON.parse(await wire.next(({ id }) => id === 1)).result.content[0].text)
  expect(() => process.kill(pid, 0)).not.toThrow()
  wire.child.kill('SIGTERM')
  expect((await wire.exited).code).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
})
