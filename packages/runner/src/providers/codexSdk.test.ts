import * as fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import type { McpServerConfig } from '../provider.js'
import { codexOverrides } from './codex-config.js'
import { readCodexLine } from './codex-events.js'
import { codexArguments } from './codexSdk.js'

const WIRING = [
  'mcp_servers.pruner.omit_tools_from=["code_mode","deferred"]',
  'mcp_servers.pruner.default_tools_approval_mode="approve"',
  'mcp_servers.pruner.startup_timeout_sec=10',
  'mcp_servers.pruner.tool_timeout_sec=310',
  'mcp_servers.pruner.required=true',
]

describe('codexArguments', () => {
  test('a server is a set of overrides: command, args, one for each variable, and how its tools are shown', () => {
    const pruner = {
      command: 'node',
      args: ['/s/index.js', 'a "b"'],
      env: { PRUNER_URL: 'http://localhost:8000/prune', MCP_PRUNER_CWD: '/my project' },
    }
    const expected = [
      'mcp_servers.pruner.command="node"',
      String.raw`mcp_servers.pruner.args=["/s/index.js","a \"b\""]`,
      'mcp_servers.pruner.env.PRUNER_URL="http://localhost:8000/prune"',
      'mcp_servers.pruner.env.MCP_PRUNER_CWD="/my project"',
      ...WIRING,
    ]
    expect(codexArguments({ cwd: '/p', env: {}, mcpServers: { pruner } })).toEqual([
      'exec',
      '--json',
      '--skip-git-repo-check',
      '--cd',
      '/p',
      ...expected.flatMap((override) => ['--config', override]),
      '-',
    ])
  })

  test('without servers there are no overrides', () => {
    expect(codexArguments({ cwd: '/p', env: {} })).not.toContain('--config')
  })

  test('without args there is no args override', () => {
    expect(codexOverrides({ pruner: { command: 'x' } }, {})).toEqual([
      'mcp_servers.pruner.command="x"',
      ...WIRING,
    ])
  })

  test('the server’s own settings are passed by name, so no password is on the command line', () => {
    const env = {
      MCP_PRUNER_OUTPUT: 'text',
      PRUNER_TIMEOUT_MS: '100',
      PRUNER_URL: 'http://ignored',
      MCP_PRUNER_CWD: '/ignored',
      OTHER: 'x',
    }
    expect(codexOverrides({ pruner: { command: 'x' } }, env)).toContain(
      'mcp_servers.pruner.env_vars=["MCP_PRUNER_OUTPUT","PRUNER_TIMEOUT_MS"]',
    )
  })

  test('a name that Codex would split or refuse is refused here, by name', () => {
    expect(() => codexOverrides({ 'a.b': { command: 'x' } }, {})).toThrow('MCP server name "a.b"')
  })
})

/** What Codex does with an override: split the key at the first `=`, then at every dot; parse the value as TOML. */
function applyLikeCodex(overrides: readonly string[]): Record<string, unknown> {
  // Without a prototype: `__proto__` is a key like any other to Codex.
  const newTable = () => Object.create(null) as Record<string, unknown>
  const config = newTable()
  for (const override of overrides) {
    const at = override.indexOf('=')
    const path = override.slice(0, at).split('.')
    let table = config
    for (const key of path.slice(0, -1))
      table = (table[key] ??= newTable()) as Record<string, unknown>
    table[path.at(-1) ?? ''] = parse(`value = ${override.slice(at + 1)}`)['value']
  }
  return config
}

test('any command, argument and variable reaches Codex unchanged', () => {
  const anyText = fc.string({ unit: 'binary' })
  const anyServer = fc.record({
    command: anyText,
    args: fc.array(anyText),
    env: fc.dictionary(
      fc.oneof(fc.constantFrom('A', 'a.b', 'c=d', '', '__proto__'), anyText),
      anyText,
      {
        noNullPrototype: true,
      },
    ),
  })
  fc.assert(
    fc.property(anyServer, (server: Required<McpServerConfig>) => {
      const overrides = codexOverrides({ pruner: server }, {})
      const {
        command,
        args,
        env = {},
      } = (
        applyLikeCodex(overrides)['mcp_servers'] as {
          pruner: { command: string; args: string[]; env?: Record<string, string> }
        }
      ).pruner
      expect(command).toBe(server.command)
      expect(args).toEqual(server.args)
      expect(Object.entries(env)).toEqual(Object.entries(server.env))
      expect(
        overrides.filter((override) => /^mcp_servers\.[^=]*\b(?:url|transport)=/.test(override)),
      ).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})

describe('readCodexLine', () => {
  const failed = (message: string | undefined, text?: string) =>
    readCodexLine(
      JSON.stringify({
        type: 'item.completed',
        item: {
          id: 'i',
          type: 'mcp_tool_call',
          server: 'pruner',
          tool: 'read',
          status: 'failed',
          error: message === undefined ? null : { message },
          result: text === undefined ? null : { content: [{ type: 'text', text }] },
        },
      }),
    ).events.slice(1)

  test.each([
    ['Transport closed', 'exited'],
    ['timed out awaiting tools/call after 310s', 'unreachable'],
  ])('a call that ends with %j: %s', (message, reason) => {
    const words = `tool call error: tool call failed for \`pruner/read\`\n\nCaused by:\n    ${message}`
    expect(failed(words)).toEqual([{ type: 'mcp_failure', server: 'pruner', reason, message }])
  })

  test('a refused call and a tool’s own error are only errors', () => {
    expect(failed('Caused by:\n    Mcp error: -32602: Invalid params({})')).toEqual([])
    expect(failed(undefined, 'Transport closed')).toEqual([])
  })

  test('commands and words are shown, thoughts and noise are not', () => {
    const item = {
      id: 'i',
      type: 'command_execution',
      command: 'ls',
      status: 'completed',
      aggregated_output: 'a',
    }
    expect(readCodexLine(JSON.stringify({ type: 'item.completed', item })).events).toEqual([
      { type: 'tool_result', id: 'i', tool: 'shell', ok: true, text: 'a' },
    ])
    const thought = { id: 'i', type: 'reasoning', text: 'hm' }
    expect(readCodexLine(JSON.stringify({ type: 'item.completed', item: thought })).events).toEqual(
      [],
    )
    expect(readCodexLine('not JSON').events).toEqual([])
    expect(readCodexLine('null').events).toEqual([])
  })
})
