// The contract of the stdio server, row by row, through the built command.

import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callBrokenTool } from './broken-tool.js'
import { longSource, RawServer } from './raw-server.js'
import { ROWS, type Row } from './rows.js'
import { json, type StandIn, startStandIn } from './stand-in-pruner.js'

const covered = new Set<Row>()
/** For the title of a test that shows these rows. */
function shows(rows: readonly Row[]): string {
  for (const row of rows) covered.add(row)
  return `[${rows.join('; ')}]`
}

const QUESTION = 'How long is the delay between retries?'
const SOURCE = longSource()

let root: string
let server: RawServer
let standIn: StandIn

beforeAll(async () => {
  root = makeTree({
    'a.txt': 'one\ntwo\n',
    'long.ts': SOURCE,
    'empty.txt': '',
    'sub/b.txt': 'alpha\nbeta\n',
  })
  standIn = await startStandIn(json({ pruned_code: 'only this line' }))
  server = new RawServer(root, { PRUNER_URL: standIn.url })
  await server.initialize()
})

afterAll(async () => {
  await server.end()
  await standIn.close()
  removeTree(root)
})

/** A server of its own, for what needs other settings. */
async function withServer(
  env: Record<string, string>,
  run: (own: RawServer) => Promise<void>,
): Promise<void> {
  const own = new RawServer(root, env)
  try {
    await own.initialize()
    await run(own)
  } finally {
    await own.end()
  }
}

const RAW = { attempted: false, applied: false, fallback: false }

describe('a request on its way', () => {
  test(`without a question it passes every state up to a raw answer ${shows([
    'state req:received',
    'state req:validating',
    'state req:executing_tool',
    'state req:raw_output_ready',
    'state req:prune_check',
    'state req:respond_raw',
    'state req:responded',
    'received → validating: request accepted',
    'validating → executing_tool: arguments valid',
    'executing_tool → raw_output_ready: operation succeeds',
    'raw_output_ready → prune_check: raw output captured',
    'prune_check → respond_raw: no focus question',
    'respond_raw → responded',
  ])}`, async () => {
    const before = server.eventsNamed('tool.request_received').length
    const result = await server.structured('read', { file_path: 'a.txt' })
    expect(result).toEqual({
      tool: 'read',
      file_path: 'a.txt',
      encoding: 'utf-8',
      content: 'one\ntwo\n',
      truncated: false,
      bytes: 8,
      duration_ms: expect.any(Number),
      pruning: { ...RAW, reason: 'no_focus_question', raw_bytes: 8 },
    })
    const { request_id: id } = await server.until(
      () => server.eventsNamed('tool.request_received')[before],
    )
    expect(id).toEqual(expect.any(String))
    const done = await server.event('tool.respond_ok', id)
    expect(done.data).toEqual({ tool: 'read', mode: 'raw' })
    const mine = server.events.filter(({ request_id }) => request_id === id)
    expect(mine.map(({ event }) => event)).toEqual([
      'tool.request_received',
      'tool.exec_start',
      'tool.exec_ok',
      'tool.respond_ok',
    ])
    expect(mine[2]?.data).toEqual({ tool: 'read', duration_ms: expect.any(Number), bytes: 8 })
  })

  test(`with a question it is pruned by the service and says so ${shows([
    'state req:calling_pruner',
    'state req:respond_pruned',
    'prune_check → calling_pruner: eligible',
    'calling_pruner → respond_pruned: valid payload',
    'respond_pruned → responded',
  ])}`, async () => {
    const before = standIn.requests.length
    const result = await server.structured('read', {
      file_path: 'long.ts',
      context_focus_question: `  ${QUESTION} `,
    })
    expect(result.content).toBe('only this line')
    expect(result.pruning).toEqual({
      attempted: true,
      applied: true,
      fallback: false,
      raw_bytes: Buffer.byteLength(SOURCE),
      pruned_bytes: 14,
      pruner_duration_ms: expect.any(Number),
      engine: 'http',
      prune_id: expect.stringMatching(/^prn_/),
      original_lines: SOURCE.split('\n').length - 1,
    })
    expect(standIn.requests).toHaveLength(before + 1)
    expect(standIn.requests[before]).toMatchObject({
      path: '/prune',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: SOURCE, query: QUESTION }),
    })
    const ok = await server.event('pruner.call_ok')
    expect(ok.data).toMatchObject({
      tool: 'read',
      pruner_duration_ms: expect.any(Number),
      pruned_bytes: 14,
    })
    const [start] = server.eventsNamed('pruner.call_start')
    expect(start?.data).toEqual({
      tool: 'read',
      endpoint: standIn.url,
      input_bytes: Buffer.byteLength(SOURCE),
    })
    const done = await server.event('tool.respond_ok', ok.request_id)
    expect(done.data).toEqual({ tool: 'read', mode: 'pruned' })
  })

  test(`an empty output is not pruned ${shows(['prune_check → respond_raw: output empty'])}`, async () => {
    const { content, pruning } = await server.structured('read', {
      file_path: 'empty.txt',
      context_focus_question: QUESTION,
    })
    expect([content, pruning]).toEqual(['', { ...RAW, reason: 'output_empty', raw_bytes: 0 }])
  })

  test(`an empty PRUNER_URL turns pruning off, for every tool ${shows(['prune_check → respond_raw: pruning disabled', 'setting PRUNER_URL'])}`, () =>
    withServer({ PRUNER_URL: '' }, async (own) => {
      const args = { context_focus_question: QUESTION }
      for (const [tool, more] of [
        ['read', { file_path: 'long.ts' }],
        ['bash', { command: 'cat long.ts' }],
        ['grep', { pattern: 'return' }],
      ] as const) {
        const { pruning } = await own.structured(tool, { ...args, ...more })
        expect(pruning).toEqual({
          ...RAW,
          reason: 'disabled_or_unconfigured',
          raw_bytes: expect.any(Number),
        })
      }
    }))

  test(`an output over PRUNER_MAX_INPUT_BYTES is not pruned ${shows(['prune_check → respond_raw: output too large'])}`, () =>
    withServer({ PRUNER_URL: standIn.url, PRUNER_MAX_INPUT_BYTES: '1024' }, async (own) => {
      const before = standIn.requests.length
      const result = await own.structured('read', {
        file_path: 'long.ts',
        context_focus_question: QUESTION,
      })
      expect(result.content).toBe(SOURCE)
      expect(result.pruning).toEqual({
        ...RAW,
        reason: 'too_large',
        raw_bytes: Buffer.byteLength(SOURCE),
      })
      expect(standIn.requests).toHaveLength(before)
    }))
})

describe('a pruner that fails', () => {
  const FAILURES: [Row[], string, Parameters<typeof startStandIn>[0], string, string][] = [
    [
      [
        'state req:pruner_error_fallback',
        'calling_pruner → pruner_error_fallback: failure',
        'pruner_error_fallback → respond_raw',
        'error: pruner HTTP non-2xx',
      ],
      'answers 503',
      json({ pruned_code: 'x' }, 503),
      'http_error',
      'pruner.http_error',
    ],
    [
      ['error: pruner HTTP non-2xx'],
      'redirects elsewhere',
      (response) => void response.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end(),
      'http_error',
      'pruner.http_error',
    ],
    [
      ['error: pruner network error'],
      'hangs up',
      (response) => void response.socket?.destroy(),
      'http_error',
      'pruner.http_error',
    ],
    [
      ['error: pruner HTTP timeout', 'setting PRUNER_TIMEOUT_MS'],
      'never answers',
      () => {},
      'timeout',
      'pruner.timeout',
    ],
    [
      ['error: pruner HTTP timeout'],
      'sends headers and then a body without end',
      (response) => void response.writeHead(200).write('{"pruned_code": "'),
      'timeout',
      'pruner.timeout',
    ],
    [
      ['error: pruner invalid response'],
      'sends what is no JSON',
      (response) => void response.writeHead(200).end('<html>'),
      'invalid_response',
      'pruner.invalid_response',
    ],
    [
      ['error: pruner invalid response'],
      'sends JSON without the text',
      json({ pruned_code: 5, other: 'x' }),
      'invalid_response',
      'pruner.invalid_response',
    ],
  ]
  for (const [rows, what, answer, code, event] of FAILURES) {
    test(`that ${what}: the raw output is given ${shows(rows)}`, async () => {
      const failing = await startStandIn(answer)
      try {
        await withServer({ PRUNER_URL: failing.url, PRUNER_TIMEOUT_MS: '400' }, async (own) => {
          const result = await own.structured('read', {
            file_path: 'long.ts',
            context_focus_question: QUESTION,
          })
          expect(result.content).toBe(SOURCE)
          expect(result.pruning).toEqual({
            attempted: true,
            applied: false,
            fallback: true,
            reason: 'pruner_error',
            raw_bytes: Buffer.byteLength(SOURCE),
            pruner_duration_ms: expect.any(Number),
            engine: 'http',
            error: { code, message: expect.any(String) },
          })
          await own.event(event)
          const failed = await own.event('pruner.call_failed')
          expect(failed.data).toMatchObject({
            tool: 'read',
            reason: code,
            pruner_duration_ms: expect.any(Number),
            message: expect.any(String),
          })
          const done = await own.event('tool.respond_ok')
          expect(done.data).toEqual({ tool: 'read', mode: 'raw' })
        })
      } finally {
        await failing.close()
      }
    })
  }

  test.each([
    [{ pruned_code: 'P', content: 'C', text: 'T' }, 'P'],
    [{ pruned_code: null, content: 'C', text: 'T' }, 'C'],
    [{ text: 'T' }, 'T'],
    [{ pruned_code: '' }, ''],
  ])('the text is the first string of pruned_code, content, text: %j', async (answer, expected) => {
    const pruner = await startStandIn(json(answer))
    await withServer({ PRUNER_URL: pruner.url }, async (own) => {
      const args = { file_path: 'long.ts', context_focus_question: QUESTION }
      expect((await own.structured('read', args)).content).toBe(expected)
    })
    await pruner.close()
  })
})

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
    issues: issues.map(([path, code]) => ({ path: `arguments.${path}`, code, message: code })),
  },
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
        [['env', 'custom']],
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

describe('the protocol', () => {
  test(`a broken line is answered and the server goes on ${shows(['error: request body parse error'])}`, async () => {
    server.line('{"jsonrpc":"2.0","id":77,"method":')
    expect(await server.answerTo(null)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: 'Parse error' },
    })
    await server.event('tool.request_parse_failed')
    expect((await server.request('ping')).result).toEqual({})
  })

  test.each([
    [{ jsonrpc: '1.0', id: 'v1', method: 'ping' }, 'v1'],
    [{ id: 'none', method: 'ping' }, 'none'],
    [{ jsonrpc: '2.0', id: 'no-method' }, 'no-method'],
    [{ jsonrpc: '2.0', id: 'bad-method', method: 5 }, 'bad-method'],
  ])('%j is an invalid request', async (message, id) => {
    server.line(JSON.stringify(message))
    expect(await server.answerTo(id)).toEqual({
      jsonrpc: '2.0',
      id,
      error: { code: -32600, message: 'Invalid Request' },
    })
  })

  test.each([
    '[]',
    '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
    '5',
    'null',
    '"x"',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1e400,"method":"ping"}',
  ])('%s is an invalid request without an id', async (line) => {
    const own = new RawServer(root)
    own.line(line)
    expect((await own.answerTo(null)).error).toEqual({ code: -32600, message: 'Invalid Request' })
    await own.end()
  })

  test.each([
    'nope',
    'resources/list',
    'prompts/list',
    'toString',
    '__proto__',
    'logging/setLevel',
  ])('the method %s is not found', async (method) => {
    expect((await server.request(method, {})).error).toEqual({
      code: -32601,
      message: 'Method not found',
    })
  })

  test('initialize answers with the version that was asked for, and what the server is', async () => {
    const own = new RawServer(root)
    const { result } = await own.initialize()
    expect(result).toEqual({
      protocolVersion: '2025-06-18',
      serverInfo: { name: '@jeeves/mcp-pruner', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      capabilities: { tools: { listChanged: false } },
      instructions: expect.stringContaining('context_focus_question'),
      jeeves: { schemaVersion: 1 },
    })
    await own.end()
  })

  test.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-11-25', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('protocol version %s is answered with %s', async (asked, answered) => {
    const { result } = await server.request('initialize', { protocolVersion: asked })
    expect(result.protocolVersion).toBe(answered)
  })

  test.each([
    ['initialize', undefined, [['', 'invalid_type']]],
    ['initialize', {}, [['protocolVersion', 'invalid_type']]],
    [
      'initialize',
      { protocolVersion: 5, clientInfo: {} },
      [
        ['clientInfo.name', 'invalid_type'],
        ['protocolVersion', 'invalid_type'],
      ],
    ],
    [
      'initialize',
      { protocolVersion: '2025-06-18', capabilities: 'all' },
      [['capabilities', 'invalid_type']],
    ],
    ['tools/list', [], [['', 'invalid_type']]],
    ['tools/list', 'all', [['', 'invalid_type']]],
    ['tools/list', { cursor: 3 }, [['cursor', 'invalid_type']]],
    ['tools/list', { cursor: 'page2' }, [['cursor', 'custom']]],
    ['tools/call', undefined, [['', 'invalid_type']]],
    ['tools/call', { arguments: {} }, [['name', 'invalid_type']]],
    ['tools/call', { name: 5 }, [['name', 'invalid_type']]],
  ] as const)('%s with %j is refused with deterministic data', async (method, params, issues) => {
    const { error } = await server.request(method, params)
    expect(error).toEqual({
      code: -32602,
      message: 'Invalid params',
      data: {
        jeeves: { schemaVersion: 1 },
        method,
        issues: issues.map(([path, code]) => ({ path, code, message: code })),
      },
    })
  })

  test.each([
    [{ name: 'write', arguments: {} }, 'write', [['name', 'invalid_value']]],
    [{ name: 'read', arguments: [] }, 'read', [['arguments', 'invalid_type']]],
    [{ name: 'read', arguments: 'a.txt' }, 'read', [['arguments', 'invalid_type']]],
    [{ name: 'read' }, 'read', [['arguments.file_path', 'invalid_type']]],
    [{ name: 'constructor' }, 'constructor', [['name', 'invalid_value']]],
  ] as const)('tools/call with %j names the tool', async (params, tool, issues) => {
    const { error } = await server.request('tools/call', params)
    expect(error?.data).toEqual({
      jeeves: { schemaVersion: 1 },
      method: 'tools/call',
      tool,
      issues: issues.map(([path, code]) => ({ path, code, message: code })),
    })
  })

  test.each([[undefined], [{}], [{ _meta: { progressToken: 1 } }]])(
    'tools/list with %j',
    async (params) => {
      const { result } = await server.request('tools/list', params)
      expect(result.tools.map(({ name }: { name: string }) => name)).toEqual([
        'read',
        'bash',
        'grep',
        'recover_text',
      ])
    },
  )

  test('200 calls in flight are all answered, each with its own result', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        i % 2 === 0
          ? server.structured('read', { file_path: 'a.txt' })
          : server.structured('grep', { pattern: i % 4 === 1 ? 'alpha' : 'beta', path: 'sub' }),
      ),
    )
    expect(
      answers.map((answer, i) =>
        i % 2 === 0 ? answer.content : answer.matches.map(({ text }: { text: string }) => text)[0],
      ),
    ).toEqual(
      Array.from({ length: 200 }, (_, i) =>
        i % 2 === 0 ? 'one\ntwo\n' : i % 4 === 1 ? 'alpha' : 'beta',
      ),
    )
  })
})

describe('settings', () => {
  const BAD: [Row, string, string, string][] = [
    ['setting PRUNER_URL', 'PRUNER_URL', 'ftp://x/', 'http'],
    ['setting PRUNER_URL', 'PRUNER_URL', 'not a url', 'http'],
    ['setting PRUNER_TIMEOUT_MS', 'PRUNER_TIMEOUT_MS', '99', '100 to 300000'],
    ['setting PRUNER_TIMEOUT_MS', 'PRUNER_TIMEOUT_MS', '300001', '100 to 300000'],
    ['setting PRUNER_TIMEOUT_MS', 'PRUNER_TIMEOUT_MS', '1e3', '100 to 300000'],
    ['setting MCP_PRUNER_CWD', 'MCP_PRUNER_CWD', '/does/not/exist', 'folder'],
    ['setting MCP_PRUNER_CWD', 'MCP_PRUNER_CWD', '/etc/passwd', 'folder'],
  ]
  for (const [row, variable, value, allowed] of BAD) {
    test(`${variable}=${value} ends the start with one clear line ${shows([row])}`, async () => {
      const own = new RawServer(root, { [variable]: value })
      expect((await own.exited).code).toBe(1)
      expect(own.events).toHaveLength(1)
      const [{ level, event, data }] = own.events as [(typeof own.events)[0]]
      expect([level, event]).toEqual(['error', 'mcp_pruner.start_failed'])
      expect(data.message).toContain(`${variable}="${value}"`)
      expect(data.message).toContain(allowed)
      expect(own.messages).toEqual([])
    })
  }

  test(`ready and stopped are said, with the root ${shows(['setting MCP_PRUNER_CWD'])}`, async () => {
    const own = new RawServer(root)
    await own.initialize()
    expect(await own.end()).toEqual({ code: 0, signal: null })
    const [ready, stopped] = [own.events[0], own.events.at(-1)]
    expect([ready?.event, ready?.data]).toEqual(['mcp_pruner.ready', { root }])
    expect([stopped?.event, stopped?.data]).toEqual([
      'mcp_pruner.stopped',
      { graceful: true, duration_ms: expect.any(Number) },
    ])
    expect(ready?.ts).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })
})

describe('faults of the server itself', () => {
  test(`are answered with -32603 and logged with their stack ${shows([
    'state req:internal_error',
    '* → internal_error: unhandled exception',
    'error: unhandled exception',
  ])}`, async () => {
    const { sent, events } = await callBrokenTool()
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } },
    ])
    const { level, event, fields } = events.at(-1) ?? {}
    expect([level, event, fields?.request_id]).toEqual(['error', 'tool.internal_error', 'req_1'])
    expect(fields?.data).toEqual({
      tool: 'broken',
      stack: expect.stringContaining('TypeError: a fault'),
    })
  })
})

test('every row of the contract has a test', () => {
  expect(ROWS.filter((row) => !covered.has(row))).toEqual([])
})
