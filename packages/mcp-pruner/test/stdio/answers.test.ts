// What a model is shown, in every form, and what it can get back.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../src/process/settings.js'
import { createPruneOutput } from '../../src/pruning/prune-output.js'
import { ENTRY, longSource, RawServer } from './raw-server.js'
import { json, startStandIn } from './stand-in-pruner.js'

const QUESTION = 'How long is the delay between retries?'
const SOURCE = longSource()
const ALL = SOURCE.split('\n')
let root: string
let cache: string

beforeAll(() => {
  root = makeTree({ 'long.ts': SOURCE, 'short.txt': 'one\ntwo\n' })
  cache = makeTree()
})
afterAll(() => {
  removeTree(root)
  removeTree(cache)
})

const MARKER = /^… lines? (\d+)(?:-(\d+))? cut$/
const PRUNED_READ = { file_path: 'long.ts', context_focus_question: QUESTION }

/** An embedded engine, whatever listens on this machine's port 8000. */
const EMBEDDED = { PRUNER_URL: 'http://127.0.0.1:9/prune', PRUNER_FALLBACK: 'embedded' }

async function withServer(
  env: Record<string, string>,
  client: string,
  run: (server: RawServer) => Promise<void>,
): Promise<void> {
  const server = new RawServer(root, { ...EMBEDDED, ...env })
  try {
    await server.initialize(client)
    await run(server)
  } finally {
    await server.end()
  }
}

describe('a pruned read', () => {
  test('keeps the answer verbatim and in order, and marks every cut with its line numbers', () =>
    withServer({}, 'any', async (server) => {
      const { content, pruning, bytes } = await server.structured('read', PRUNED_READ)
      expect(content).toContain('const backoff = 100 * 2 ** attempt')
      // Each line, with the cut lines put back in the place of their marks.
      const restored = content.split('\n').flatMap((shown: string) => {
        const [, first, last = first] = MARKER.exec(shown) ?? []
        return first === undefined ? [shown] : ALL.slice(Number(first) - 1, Number(last))
      })
      expect(restored).toEqual(ALL)
      expect(pruning).toMatchObject({
        attempted: true,
        applied: true,
        fallback: false,
        engine: 'embedded',
      })
      expect(pruning.kept_lines + pruning.pruned_lines).toBe(pruning.original_lines)
      expect(pruning.pruned_bytes).toBe(Buffer.byteLength(content))
      expect([bytes, pruning.raw_bytes]).toEqual([
        Buffer.byteLength(SOURCE),
        Buffer.byteLength(SOURCE),
      ])
      expect(pruning.pruned_bytes).toBeLessThan(bytes / 2)
    }))

  test('as text has original numbers, and one closing line with the way back', () =>
    withServer({}, 'any', async (server) => {
      const { result } = await server.call('read', PRUNED_READ)
      const lines: string[] = result.content[0].text.split('\n')
      const { prune_id, pruned_lines, original_lines } = result.structuredContent.pruning
      expect(lines.at(-1)).toBe(
        `[${pruned_lines} of ${original_lines} lines cut; recover_text prune_id=${prune_id}]`,
      )
      expect(result.content[0].text.split(prune_id)).toHaveLength(2)
      for (const line of lines.slice(0, -1).filter((shown) => !MARKER.test(shown))) {
        const [, number, text] = /^(\d+)│ (.*)$/.exec(line) ?? []
        expect(text).toBe(ALL[Number(number) - 1])
      }
    }))

  test('of a range keeps the file’s numbers, in marks and in recovery', () =>
    withServer({}, 'any', async (server) => {
      const { content, pruning } = await server.structured('read', {
        ...PRUNED_READ,
        start_line: 50,
      })
      const first = content.split('\n').find((line: string) => MARKER.test(line))
      const [, start_line, end_line = start_line] = (MARKER.exec(first) ?? []).map(Number)
      expect(start_line).toBeGreaterThanOrEqual(50)
      const ranges = [{ start_line, end_line }]
      const { raw_text } = await server.structured('recover_text', {
        prune_id: pruning.prune_id,
        ranges,
      })
      expect(raw_text).toBe(ALL.slice((start_line ?? 0) - 1, end_line).join('\n'))
    }))

  test('of a small file is the file', () =>
    withServer({}, 'any', async (server) => {
      const { result } = await server.call('read', {
        file_path: 'short.txt',
        context_focus_question: QUESTION,
      })
      expect(result.content[0].text).toBe('one\ntwo\n')
      expect(result.structuredContent.pruning).toEqual({
        attempted: true,
        applied: true,
        fallback: false,
        raw_bytes: 8,
        pruned_bytes: 8,
        pruner_duration_ms: expect.any(Number),
        engine: 'embedded',
        original_lines: 2,
        kept_lines: 2,
        pruned_lines: 0,
      })
    }))
})

test('a service that sends everything back has cut nothing, and nothing else is said', async () => {
  const pruner = await startStandIn((response, body) =>
    json({ pruned_code: JSON.parse(body).code })(response, body, ''),
  )
  await withServer({ PRUNER_URL: pruner.url, PRUNER_FALLBACK: 'raw' }, 'any', async (server) => {
    const args = { file_path: 'short.txt', context_focus_question: QUESTION }
    const { result } = await server.call('read', args)
    expect(result.content[0].text).toBe('one\ntwo\n')
    expect(result.structuredContent.pruning).toMatchObject({ applied: true, pruned_lines: 0 })
  })
  await pruner.close()
})

describe('bash and grep', () => {
  test('the output of a command that fails is pruned too, and its failure stays', () =>
    withServer({}, 'any', async (server) => {
      const command =
        'for i in $(seq 1 400); do echo "ok $i - test number $i passed"; done; echo "not ok 401 - FAILED: adds"; exit 1'
      const { result } = await server.call('bash', {
        command,
        context_focus_question: 'Which test failed?',
      })
      expect(result.isError).toBe(true)
      const { error, stdout, pruning } = result.structuredContent
      expect([error.code, error.exit_code, pruning.applied]).toEqual(['nonzero_exit', 1, true])
      expect(stdout).toContain('not ok 401 - FAILED: adds')
      expect(pruning.kept_lines).toBeLessThan(100)
    }))

  test('stderr is pruned when there is no stdout', async () => {
    const pruner = await startStandIn(json({ pruned_code: 'short' }))
    await withServer({ PRUNER_URL: pruner.url, PRUNER_FALLBACK: 'raw' }, 'any', async (server) => {
      const args = { context_focus_question: QUESTION }
      const err = await server.structured('bash', { ...args, command: 'echo problem >&2' })
      expect([err.stdout, err.stderr]).toEqual(['', 'short'])
      const both = await server.structured('bash', {
        ...args,
        command: 'echo text; echo problem >&2',
      })
      expect([both.stdout, both.stderr]).toEqual(['short', 'problem\n'])
      expect(pruner.requests.map(({ body }) => JSON.parse(body).code)).toEqual([
        'problem\n',
        'text\n',
      ])
    })
    await pruner.close()
  })

  test('matches go to the pruner as lines and come back as matches', async () => {
    const pruner = await startStandIn((response, body) => {
      const lines = JSON.parse(body).code.split('\n')
      json({ pruned_code: `(filtered 2 lines)\n${lines[2]}\n(filtered 57 lines)\n` })(
        response,
        body,
        '',
      )
    })
    await withServer({ PRUNER_URL: pruner.url, PRUNER_FALLBACK: 'raw' }, 'any', async (server) => {
      const { matches, match_count, pruning } = await server.structured('grep', {
        pattern: 'return',
        context_focus_question: QUESTION,
      })
      const [sent] = pruner.requests
      const rows = JSON.parse(sent?.body ?? '').code.split('\n')
      expect(rows[0]).toBe('long.ts:5:3:  return Math.round(saturation)')
      expect(matches).toEqual([
        { path: 'long.ts', line: 19, column: 3, text: '  return Math.round(saturation)' },
      ])
      expect([match_count, pruning.applied]).toEqual([61, true])
    })
    await pruner.close()
  })

  test('an answer that cannot be read back as matches is invalid, and the raw ones are given', async () => {
    const pruner = await startStandIn(json({ pruned_code: 'some words' }))
    await withServer({ PRUNER_URL: pruner.url, PRUNER_FALLBACK: 'raw' }, 'any', async (server) => {
      const answer = await server.structured('grep', {
        pattern: 'backoff',
        context_focus_question: QUESTION,
      })
      expect(answer.matches).toHaveLength(3)
      expect(answer.pruning).toMatchObject({ fallback: true, error: { code: 'invalid_response' } })
    })
    await pruner.close()
  })
})

describe('which engine prunes', () => {
  test('a service that fails is replaced by the embedded engine when PRUNER_FALLBACK says so', () =>
    withServer({}, 'any', async (server) => {
      const { pruning } = await server.structured('read', PRUNED_READ)
      expect([pruning.engine, pruning.applied]).toEqual(['embedded', true])
      expect(await server.event('pruner.http_error')).toBeDefined()
    }))

  test.each([
    [
      'at the default address, a swe-pruner is used',
      json({ status: 'healthy', pruned_code: 'by the service' }),
      'http',
      2,
    ],
    ['at the default address, another program is sent nothing', json('a web page'), 'embedded', 1],
  ])('%s', async (_, answer, engine, requests) => {
    const standIn = await startStandIn(answer)
    // The default address is a fixed port, which a test cannot count on: the same settings, another port.
    const settings = { ...readSettings({}).pruner, url: standIn.url }
    const recovery = {
      keep: async () => 'prn_1',
      recall: async () => undefined,
      close: async () => {},
    }
    const pruneOutput = createPruneOutput(settings, recovery)
    const produced = { raw: '', text: SOURCE, apply: ({ text }: { text: string }) => text }
    const signal = new AbortController().signal
    const call = { requestId: 'r', signal, emit: () => {}, output: 'text' } as const
    const { metadata } = await pruneOutput('read', QUESTION, produced, call)
    expect([settings.probeFirst, metadata.engine]).toEqual([true, engine])
    expect(standIn.requests.map(({ path }) => path)).toEqual(
      ['/health', '/prune'].slice(0, requests),
    )
    expect(standIn.requests[0]?.body).toBe('')
    await standIn.close()
  })
})

describe('recover_text', () => {
  test('gives back exactly the lines asked for, also after a restart', async () => {
    const env = { MCP_PRUNER_STORE: 'disk', MCP_PRUNER_CACHE_DIR: cache }
    let prune_id = ''
    await withServer(env, 'any', async (server) => {
      prune_id = (await server.structured('read', PRUNED_READ)).pruning.prune_id
      expect((await server.structured('read', PRUNED_READ)).pruning.prune_id).toBe(prune_id)
    })
    await withServer(env, 'any', async (server) => {
      const ranges = [
        { start_line: 10, end_line: 12 },
        { start_line: 3, end_line: 3 },
      ]
      expect(
        await server.structured('recover_text', { prune_id, ranges, include_line_numbers: true }),
      ).toEqual({
        raw_text: [10, 11, 12, 3].map((n) => `${n}│ ${ALL[n - 1]}`).join('\n'),
        metadata: { prune_id, ranges, line_numbering: 'original' },
      })
      const whole = await server.structured('recover_text', { prune_id })
      expect(whole.raw_text).toBe(SOURCE.replace(/\n$/, ''))
      const beyond = {
        prune_id,
        ranges: [{ start_line: ALL.length - 1, end_line: 99_999 }],
        include_line_numbers: false,
      }
      expect((await server.structured('recover_text', beyond)).metadata.ranges).toEqual([
        { start_line: ALL.length - 1, end_line: ALL.length - 1 },
      ])
    })
  })

  test.each([
    [{ prune_id: 'prn_UNKNOWN' }, 'prune_id_not_found'],
    [{ prune_id: '../../etc/passwd' }, 'prune_id_not_found'],
    [{ ranges: [{ start_line: 0, end_line: 4 }] }, 'invalid_range'],
    [{ ranges: [{ start_line: 5, end_line: 4 }] }, 'invalid_range'],
    [{ ranges: [{ start_line: 9999, end_line: 9999 }] }, 'invalid_range'],
  ])('%j is a tool error', (args, code) =>
    withServer({}, 'any', async (server) => {
      const { prune_id } = (await server.structured('read', PRUNED_READ)).pruning
      const { result } = await server.call('recover_text', { prune_id, ...args })
      expect([result.isError, result.structuredContent.error.code]).toEqual([true, code])
      expect(result.content[0].text).toContain(code)
    }),
  )

  test('works when the store cannot be written: the lines are kept in memory, with a warning', async () => {
    const file = join(root, 'not-a-folder')
    writeFileSync(file, '')
    await withServer(
      { MCP_PRUNER_STORE: 'disk', MCP_PRUNER_CACHE_DIR: file },
      'any',
      async (server) => {
        const { prune_id } = (await server.structured('read', PRUNED_READ)).pruning
        const ranges = [{ start_line: 1, end_line: 1 }]
        expect((await server.structured('recover_text', { prune_id, ranges })).raw_text).toBe(
          ALL[0],
        )
        expect((await server.event('store.degraded')).level).toBe('warn')
      },
    )
  })
})

describe('forms of an answer', () => {
  test.each(['claude-code', 'codex-mcp-client'])(
    '%s is sent text, and the rest under _meta',
    (client) =>
      withServer({}, client, async (server) => {
        const { result: list } = await server.request('tools/list')
        for (const tool of list.tools) expect(tool.outputSchema).toBeUndefined()
        const { result } = await server.call('read', PRUNED_READ)
        expect(Object.keys(result).sort()).toEqual(['_meta', 'content'])
        const { _meta: meta } = result
        expect(meta['jeeves/structuredContent']).toMatchObject({
          tool: 'read',
          pruning: { applied: true },
        })
      }),
  )

  test.each([
    ['structured', 'claude-code', true],
    ['text', 'any', false],
  ])('MCP_PRUNER_OUTPUT=%s is obeyed for %s', (output, client, hasStructured) =>
    withServer({ MCP_PRUNER_OUTPUT: output }, client, async (server) => {
      const { result } = await server.call('read', { file_path: 'short.txt' })
      expect('structuredContent' in result).toBe(hasStructured)
      const { result: list } = await server.request('tools/list')
      expect(list.tools.every((tool: object) => 'outputSchema' in tool === hasStructured)).toBe(
        true,
      )
    }),
  )

  test.each([
    [
      'read',
      { path: 'short.txt' },
      'read was not run, because of its arguments:\nfile_path: required, string, a path inside the root',
    ],
    ['read', { file_path: '../x' }, 'file_path: required, string, a path inside the root'],
    [
      'read',
      { file_path: 'short.txt', max_output_bytes: 5 },
      'max_output_bytes: integer, from 1024 to 10485760',
    ],
    [
      'grep',
      { pattern: 'x', path: '.', paths: ['.'] },
      'paths: array, 1 to 100 paths inside the root, and not together with path',
    ],
    ['write', {}, 'There is no such tool. The tools are: read, bash, grep, recover_text'],
  ])(
    'claude-code, which hides the data of errors, is told in words what is wrong with %s %j',
    (tool, args, words) =>
      withServer({}, 'claude-code', async (server) => {
        const { result, error } = await server.call(tool, args)
        expect(error).toBeUndefined()
        expect(result.isError).toBe(true)
        expect(result.content[0].text).toContain(words)
        expect((await server.event('tool.request_invalid')).level).toBe('warn')
      }),
  )

  test.each([
    ['codex-mcp-client', {}],
    ['claude-code', { MCP_PRUNER_OUTPUT: 'structured' }],
  ])('%s with %j gets the protocol error', (client, env) =>
    withServer(env, client, async (server) => {
      expect((await server.call('read', {})).error).toMatchObject({
        code: -32602,
        message: 'Invalid params',
      })
    }),
  )

  test('MCP_PRUNER_TOOLS narrows the list, and what is not listed cannot be called', () =>
    withServer({ MCP_PRUNER_TOOLS: 'grep,read' }, 'any', async (server) => {
      const { result } = await server.request('tools/list')
      expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(['read', 'grep'])
      expect((await server.call('bash', { command: 'true' })).error?.code).toBe(-32602)
    }))

  test('every result, errors included, is valid for the outputSchema that was listed', () =>
    withServer({}, 'any', async (server) => {
      const { result: list } = await server.request('tools/list')
      const ajv = new Ajv({ strict: false })
      const validators = new Map(
        list.tools.map(({ name, outputSchema }: { name: string; outputSchema: object }) => [
          name,
          ajv.compile(outputSchema),
        ]),
      ) as Map<string, ReturnType<typeof ajv.compile>>
      const { prune_id } = (await server.structured('read', PRUNED_READ)).pruning
      const calls: [string, object][] = [
        ['read', { file_path: 'short.txt' }],
        ['read', PRUNED_READ],
        ['read', { file_path: 'missing' }],
        ['bash', { command: 'echo x' }],
        ['bash', { command: 'exit 3' }],
        ['bash', { command: 'sleep 9', timeout_ms: 100 }],
        ['bash', { command: 'x', cwd: 'missing' }],
        ['grep', { pattern: 'backoff' }],
        ['grep', { pattern: 'nothing-like-it' }],
        ['grep', { pattern: '(' }],
        ['grep', { pattern: 'return', context_focus_question: QUESTION }],
        ['recover_text', { prune_id }],
        ['recover_text', { prune_id: 'unknown' }],
      ]
      for (const [tool, args] of calls) {
        const structured = await server.structured(tool, args)
        const validate = validators.get(tool)
        expect([tool, validate?.(structured), validate?.errors]).toEqual([tool, true, null])
      }
    }))

  test('annotations say which tools only look', () =>
    withServer({}, 'any', async (server) => {
      const { result } = await server.request('tools/list')
      const looksOnly = result.tools.filter(
        (tool: { annotations: { readOnlyHint: boolean } }) => tool.annotations.readOnlyHint,
      )
      expect(looksOnly.map(({ name }: { name: string }) => name)).toEqual([
        'read',
        'grep',
        'recover_text',
      ])
    }))
})

test('the official client lists and calls every tool, and accepts every answer', async () => {
  const client = new Client({ name: 'a-test', version: '1' })
  const env = {
    PATH: process.env.PATH ?? '',
    MCP_PRUNER_CWD: root,
    MCP_PRUNER_STORE: 'memory',
    ...EMBEDDED,
  }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [ENTRY], env, stderr: 'ignore' }),
  )
  expect(client.getServerVersion()?.name).toBe('@jeeves/mcp-pruner')
  expect(client.getInstructions()).toContain('recover_text')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['read', 'bash', 'grep', 'recover_text'])
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent as Record<string, never>
  const { pruning } = await call('read', PRUNED_READ)
  const { prune_id } = pruning as unknown as { prune_id: string }
  expect(
    await call('recover_text', {
      prune_id,
      ranges: [{ start_line: 1, end_line: 1 }],
      include_line_numbers: false,
    }),
  ).toMatchObject({ raw_text: ALL[0] })
  expect(await call('bash', { command: 'exit 2' })).toMatchObject({
    error: { code: 'nonzero_exit' },
  })
  expect(await call('grep', { pattern: 'backoff', max_matches: 1 })).toMatchObject({
    truncated: true,
  })
  await expect(client.callTool({ name: 'read', arguments: {} })).rejects.toMatchObject({
    code: -32602,
  })
  await client.ping()
  await client.close()
})

// Empty text alone reads as an empty file.
test('a range after the end of the file is told so', async () => {
  const folder = makeTree({ 'short.txt': 'one\ntwo\n' })
  const own = new RawServer(folder)
  const { result } = await own.call('read', { file_path: 'short.txt', start_line: 9 })
  expect(result.content[0].text).toBe('[the file ends before line 9]')
  expect(result.structuredContent.content).toBe('')
  await own.end()
  removeTree(folder)
})
