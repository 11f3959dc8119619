// Recovery, and the forms that an answer takes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import {
  ALL,
  cache,
  cutsIn,
  EMBEDDED,
  PRUNED_READ,
  QUESTION,
  root,
  SOURCE,
  shareAnswersTree,
  withServer,
} from './answers-server.js'
import { ENTRY, RawServer } from './raw-server.js'

shareAnswersTree()

describe('recover_text', () => {
  test('returns exactly the requested lines, also after a restart', async () => {
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
      expect(whole.raw_text).toBe(SOURCE)
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

  test('accepts what an answer shows: a mark’s number, ranges as text, a further question', () =>
    withServer({}, 'any', async (server) => {
      const { content, pruning } = await server.structured('read', PRUNED_READ)
      const { prune_id } = pruning
      const [first = 0, last = 0] = cutsIn(content)[0] ?? []
      const recover = async (ranges: unknown) =>
        (await server.structured('recover_text', { prune_id, ranges })).raw_text
      expect(await recover([`${last + 1}`])).toBe(ALL.slice(first - 1, last).join('\n'))
      expect(await recover('3-5, 9-9')).toBe([ALL[2], ALL[3], ALL[4], ALL[8]].join('\n'))
      expect(await recover([`${ALL.length - 1}-${ALL.length + 5}`])).toBe(`${ALL.at(-2)}\n`)
      const { raw_text } = await server.structured('recover_text', {
        prune_id,
        context_focus_question: QUESTION,
      })
      expect(raw_text).toContain('const backoff = 100 * 2 ** attempt')
      expect(raw_text.length).toBeLessThan(SOURCE.length)
    }))

  test('an answer that must be short is', () =>
    withServer({}, 'any', async (server) => {
      const { content, pruning } = await server.structured('read', {
        ...PRUNED_READ,
        max_tokens: 150,
      })
      expect(content).toContain('const backoff = 100 * 2 ** attempt')
      expect(content.length).toBeLessThan(700)
      expect(pruning.pruned_lines).toBeGreaterThan(380)
    }))

  test.each([
    [{ ranges: ['soon'] }, 'invalid_range'],
    [{ ranges: ['1:5000-6000'] }, 'invalid_range'],
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
      'read',
      { file_path: 'short.txt', start_line: 0, max_tokens: 5 },
      'max_tokens: integer, from 100 to 1000000\nstart_line: integer, 1 or greater',
    ],
    ['bash', { command: '' }, 'command: required, string, not empty, at most 50000 characters'],
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

  test('MCP_PRUNER_TOOLS narrows the list, and unlisted tools cannot be called', () =>
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

  test('annotations mark read-only tools', () =>
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
test('a range after the end of the file is reported', async () => {
  const folder = makeTree({ 'short.txt': 'one\ntwo\n' })
  const own = new RawServer(folder)
  const { result } = await own.call('read', { file_path: 'short.txt', start_line: 9 })
  expect(result.content[0].text).toBe('[the file ends before line 9]')
  expect(result.structuredContent.content).toBe('')
  await own.end()
  removeTree(folder)
})
