// The contract of the stdio server: what arguments may be, and tools that fail, through the built command.
import { makeTree, removeTree } from '@jeeves/testing'
import { describe, expect, test } from 'vitest'
import { RAW, root, server, shareContractServer, shows } from './contract-server.js'
import { RawServer } from './raw-server.js'
import { type Row } from './rows.js'

shareContractServer()

describe('tools that fail', () => {
  test(`a missing file is a tool error, not a JSON-RPC error ${shows([
    'state req:tool_error',
    'executing_tool → tool_error: operation fails',
    'error: file read error',
  ])}`, async () => {
    const { result, error } = await server.call('read', { file_path: 'missing.txt' })
    expect(error).toBeUndefined()
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toEqual({
      tool: 'read',
      error: { code: 'not_found', message: expect.stringContaining('missing.txt') },
      pruning: { ...RAW, reason: 'no_focus_question', raw_bytes: 0 },
    })
    const failed = await server.event('tool.exec_failed')
    expect(failed.data).toEqual({
      tool: 'read',
      code: 'not_found',
      message: 'no such file or folder',
      duration_ms: expect.any(Number),
    })
  })

  test(`a command over its time limit is ended and is a tool error ${shows(['error: subprocess timeout of bash', 'bash.timeout_ms'])}`, async () => {
    const { result } = await server.call('bash', {
      command: 'echo early; sleep 60; echo late',
      timeout_ms: 1500,
    })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({
      tool: 'bash',
      error: { code: 'timeout', message: expect.stringContaining('1500') },
      stdout: 'early\n',
    })
    const limit = await server.event('tool.exec_timeout')
    expect(limit.data).toEqual({ tool: 'bash', timeout_ms: 1500 })
  })

  test(`a search over its time limit is ended and is a tool error ${shows(['error: subprocess timeout of grep', 'grep.timeout_ms'])}`, async () => {
    const slow = makeTree({ 'bin/rg': '#!/bin/sh\nsleep 60\n', 'a.txt': 'x' })
    const { chmodSync } = await import('node:fs')
    chmodSync(`${slow}/bin/rg`, 0o755)
    const own = new RawServer(slow, { PATH: `${slow}/bin:${process.env.PATH}` })
    const { result } = await own.call('grep', { pattern: 'x', timeout_ms: 300 })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({
      tool: 'grep',
      error: { code: 'timeout', message: expect.stringContaining('300') },
    })
    expect((await own.event('tool.exec_timeout')).data).toEqual({ tool: 'grep', timeout_ms: 300 })
    await own.end()
    removeTree(slow)
  })

  test(`a client that no longer reads ends the server, which says so ${shows(['error: response write error'])}`, async () => {
    const own = new RawServer(root)
    await own.initialize()
    own.child.stdout.destroy()
    own.start('read', { file_path: 'long.ts' })
    await own.event('tool.respond_failed')
    expect((await own.exited).code).toBe(0)
  })
})

const invalid = (tool: string, issues: [string, string][]) => ({
  code: -32602,
  message: 'Invalid params',
  data: {
    jeeves: { schemaVersion: 1 },
    method: 'tools/call',
    tool,
    issues: issues.map(([path, code]) => ({
      path: `arguments.${path}`,
      code,
      message: code,
      ...(code === 'too_big' && { limit: expect.any(Number), actual: expect.any(Number) }),
    })),
  },
})

test('INV-MCP-LIMIT-004: an exceeded limit names itself and what was sent', async () => {
  const { error } = await server.call('grep', { pattern: 'x', paths: Array(101).fill('a') })
  expect(error?.data.issues).toEqual([
    { path: 'arguments.paths', code: 'too_big', message: 'too_big', limit: 100, actual: 101 },
  ])
  const env = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`A${i}`, '']))
  expect((await server.call('bash', { command: 'true', env })).error?.data.issues).toEqual([
    { path: 'arguments.env', code: 'too_big', message: 'too_big', limit: 200, actual: 201 },
  ])
})

const LONG = 'x'.repeat(1001)
type Case = [Row, object, [string, string][]]
const question = (tool: 'read' | 'bash' | 'grep', rest: object): Case[] =>
  (
    [
      ['  \n ', 'too_small'],
      ['', 'too_small'],
      [LONG, 'too_big'],
      [7, 'invalid_type'],
    ] as const
  ).map(([context_focus_question, code]) => [
    `${tool}.context_focus_question`,
    { ...rest, context_focus_question },
    [['context_focus_question', code]],
  ])
const bytes = (tool: 'read' | 'bash' | 'grep', rest: object): Case[] =>
  (
    [
      [1023, 'too_small'],
      [10_485_761, 'too_big'],
      [2000.5, 'invalid_type'],
      ['2000', 'invalid_type'],
    ] as const
  ).map(([max_output_bytes, code]) => [
    `${tool}.max_output_bytes`,
    { ...rest, max_output_bytes },
    [['max_output_bytes', code]],
  ])
const timeout = (tool: 'bash' | 'grep', rest: object): Case[] =>
  (
    [
      [99, 'too_small'],
      [300_001, 'too_big'],
      [true, 'invalid_type'],
    ] as const
  ).map(([timeout_ms, code]) => [
    `${tool}.timeout_ms`,
    { ...rest, timeout_ms },
    [['timeout_ms', code]],
  ])

describe('arguments', () => {
  const CASES: Record<string, Case[]> = {
    read: [
      ['read.file_path', {}, [['file_path', 'invalid_type']]],
      ['read.file_path', { file_path: '' }, [['file_path', 'too_small']]],
      ['read.file_path', { file_path: 'a\0b' }, [['file_path', 'custom']]],
      ['read.file_path', { file_path: '../up' }, [['file_path', 'custom']]],
      ['read.file_path', { file_path: '/etc/passwd' }, [['file_path', 'custom']]],
      ['read.file_path', { file_path: 'sub/../../up' }, [['file_path', 'custom']]],
      ['read.file_path', { file_path: ['a.txt'] }, [['file_path', 'invalid_type']]],
      [
        'read.encoding',
        { file_path: 'a.txt', encoding: 'latin1' },
        [['encoding', 'invalid_value']],
      ],
      ...question('read', { file_path: 'a.txt' }),
      ...bytes('read', { file_path: 'a.txt' }),
    ],
    bash: [
      ['bash.command', {}, [['command', 'invalid_type']]],
      ['bash.command', { command: '' }, [['command', 'too_small']]],
      ['bash.command', { command: 'x'.repeat(50_001) }, [['command', 'too_big']]],
      ['bash.cwd', { command: 'true', cwd: '..' }, [['cwd', 'custom']]],
      ['bash.cwd', { command: 'true', cwd: '/' }, [['cwd', 'custom']]],
      ['bash.cwd', { command: 'true', cwd: 1 }, [['cwd', 'invalid_type']]],
      ['bash.env', { command: 'true', env: { lower: 'x' } }, [['env.lower', 'invalid_key']]],
      ['bash.env', { command: 'true', env: { A: 'x'.repeat(4001) } }, [['env.A', 'too_big']]],
      ['bash.env', { command: 'true', env: { A: 1 } }, [['env.A', 'invalid_type']]],
      ['bash.env', { command: 'true', env: { LD_PRELOAD: 'x' } }, [['env.LD_PRELOAD', 'custom']]],
      [
        'bash.env',
        {
          command: 'true',
          env: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`A${i}`, ''])),
        },
        [['env', 'too_big']],
      ],
      ...timeout('bash', { command: 'true' }),
      ...question('bash', { command: 'true' }),
      ...bytes('bash', { command: 'true' }),
    ],
    grep: [
      ['grep.pattern', {}, [['pattern', 'invalid_type']]],
      ['grep.pattern', { pattern: '' }, [['pattern', 'too_small']]],
      ['grep.pattern', { pattern: 'x'.repeat(10_001) }, [['pattern', 'too_big']]],
      ['grep.pattern', { pattern: 'a\0' }, [['pattern', 'custom']]],
      ['grep.path', { pattern: 'x', path: '../..' }, [['path', 'custom']]],
      ['grep.path', { pattern: 'x', path: 'a', paths: ['b'] }, [['paths', 'custom']]],
      ['grep.paths', { pattern: 'x', paths: [] }, [['paths', 'too_small']]],
      ['grep.paths', { pattern: 'x', paths: ['a', '/etc'] }, [['paths.1', 'custom']]],
      ['grep.paths', { pattern: 'x', paths: Array(101).fill('a') }, [['paths', 'too_big']]],
      ['grep.cwd', { pattern: 'x', cwd: '../' }, [['cwd', 'custom']]],
      [
        'grep.fixed_string',
        { pattern: 'x', fixed_string: 'yes' },
        [['fixed_string', 'invalid_type']],
      ],
      [
        'grep.case_sensitive',
        { pattern: 'x', case_sensitive: 1 },
        [['case_sensitive', 'invalid_type']],
      ],
      ['grep.max_matches', { pattern: 'x', max_matches: 0 }, [['max_matches', 'too_small']]],
      ['grep.max_matches', { pattern: 'x', max_matches: 5001 }, [['max_matches', 'too_big']]],
      ...timeout('grep', { pattern: 'x' }),
      ...question('grep', { pattern: 'x' }),
      ...bytes('grep', { pattern: 'x' }),
    ],
  }
  for (const [tool, cases] of Object.entries(CASES)) {
    for (const [row, args, issues] of cases) {
      const shown = JSON.stringify(args).slice(0, 60)
      test(`${tool} ${shown} is refused ${shows([row])}`, async () => {
        const answer = await server.call(tool, args)
        expect(answer).toEqual({
          jsonrpc: '2.0',
          id: expect.any(Number),
          error: invalid(tool, issues),
        })
      })
    }
  }

  test(`all issues are named, sorted by path and code, and logged without values ${shows([
    'state req:invalid_request',
    'validating → invalid_request: arguments invalid',
    'error: schema, type and range validation',
  ])}`, async () => {
    const { error } = await server.call('bash', {
      timeout_ms: 1,
      max_output_bytes: 'secret',
      cwd: '/secret',
    })
    expect(error).toEqual(
      invalid('bash', [
        ['command', 'invalid_type'],
        ['cwd', 'custom'],
        ['max_output_bytes', 'invalid_type'],
        ['timeout_ms', 'too_small'],
      ]),
    )
    const logged = await server.until(() =>
      server
        .eventsNamed('tool.request_invalid')
        .find(({ data }) => data.tool === 'bash' && data.validation_errors.length === 4),
    )
    expect(logged.data.message).toBe('Invalid params')
    expect(JSON.stringify(logged)).not.toContain('secret')
  })

  test('limits themselves are allowed', async () => {
    const limits = [
      [
        'read',
        { file_path: 'a.txt', max_output_bytes: 1024, context_focus_question: 'x'.repeat(1000) },
      ],
      ['read', { file_path: 'a.txt', max_output_bytes: 10_485_760, encoding: 'utf-8' }],
      ['bash', { command: 'true', timeout_ms: 300_000, env: { A: 'x'.repeat(4000), _B2: '' } }],
      ['grep', { pattern: 'one', max_matches: 5000, timeout_ms: 30_000, paths: ['a.txt'] }],
      ['grep', { pattern: 'x'.repeat(10_000), max_matches: 1 }],
    ] as const
    for (const [tool, args] of limits) {
      const { result } = await server.call(tool, args)
      expect(result?.isError).toBeUndefined()
    }
  })

  test('arguments that models invent are dropped and named', async () => {
    const { result } = await server.call('read', { file_path: 'a.txt', limit: 5, offset: 'secret' })
    expect(result.structuredContent.warnings).toEqual([
      'unknown argument ignored: limit',
      'unknown argument ignored: offset',
    ])
    expect(result.content[0].text).toBe(
      'one\ntwo\n[warning: unknown argument ignored: limit]\n[warning: unknown argument ignored: offset]',
    )
  })
})
