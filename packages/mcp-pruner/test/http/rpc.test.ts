// `/rpc` as its callers see it: the real command, asked over real sockets.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callTool,
  http,
  PRUNE_OPTIONS,
  post,
  pruneArguments,
  type RunningService,
  rpc,
  runService,
  sampleCode,
} from './running-service.js'

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(async () => {
  await service.stop()
})

const raw = (body: string | Buffer | object) => post(`${service.url}/rpc`, body)
const errorOf = async (name: string, args: unknown) =>
  (await rpc(service.url, 'tools/call', { name, arguments: args })).error
const prune = (text: string, options?: object) =>
  callTool(service.url, 'prune_text', pruneArguments(text, options))
const recover = (prune_id: string, start_line: number, end_line: number, numbers = false) =>
  callTool(service.url, 'recover_text', {
    prune_id,
    ranges: [{ start_line, end_line }],
    include_line_numbers: numbers,
  })
const recoverError = (prune_id: string, ranges: unknown) =>
  errorOf('recover_text', { prune_id, ranges, include_line_numbers: false })
const echoedId = async (id: unknown) => (await raw({ jsonrpc: '2.0', id, method: 'nope' })).json.id

describe('JSON-RPC', () => {
  test.each([
    ['text that is no JSON', '{"jsonrpc":', -32700],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), -32700],
    ['an empty body', '', -32700],
    ['a number', '1', -32600],
    ['null', 'null', -32600],
    ['an empty batch', '[]', -32600],
    ['no version', { id: 1, method: 'ping' }, -32600],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'ping' }, -32600],
    ['no method', { jsonrpc: '2.0', id: 1 }, -32600],
    ['a method that is no string', { jsonrpc: '2.0', id: 1, method: 7 }, -32600],
    ['params that are a string', { jsonrpc: '2.0', id: 1, method: 'ping', params: 'x' }, -32600],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, -32600],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'tools/delete' }, -32601],
    ['params by position', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: [1] }, -32602],
    ['no tool name', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, -32602],
    [
      'an unknown tool',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'bash', arguments: {} } },
      -32602,
    ],
  ])('%s is an error with its code', async (_, body, code) => {
    const { json } = await raw(body)
    expect(json).toMatchObject({ jsonrpc: '2.0', error: { code } })
    expect(json.error.message).toBeTypeOf('string')
  })

  test('an error carries the id of its request, as it was', async () => {
    expect(await echoedId('a b')).toBe('a b')
    expect(await echoedId(-7.5)).toBe(-7.5)
    expect(await echoedId(null)).toBeNull()
    expect(await echoedId(true)).toBeNull()
  })

  test('a notification gets an empty answer, even for a method that does not exist', async () => {
    for (const method of ['notifications/initialized', 'nope', 'tools/call']) {
      const reply = await raw({ jsonrpc: '2.0', method })
      expect(reply).toMatchObject({ status: 204, text: '' })
    }
  })

  test('a batch is answered in order, without its notifications', async () => {
    const { json } = await raw([
      { jsonrpc: '2.0', id: 'a', method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 'b', method: 'nope' },
      7,
    ])
    expect(json).toMatchObject([
      { id: 'a', result: {} },
      { id: 'b', error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
    ])
  })

  test('a batch of notifications alone gets an empty answer', async () => {
    const reply = await raw([{ jsonrpc: '2.0', method: 'x' }])
    expect(reply).toMatchObject({ status: 204, text: '' })
  })

  test('a batch over the limit is refused as one', async () => {
    const batch = Array.from({ length: 101 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
    const { json } = await raw(batch)
    expect(json.error).toMatchObject({ code: -32600, data: { limit: 100, actual: 101 } })
    expect((await raw(batch.slice(1))).json).toHaveLength(100)
  })
})

describe('methods', () => {
  test('initialize agrees on a protocol version', async () => {
    const older = await rpc(service.url, 'initialize', { protocolVersion: '2025-03-26' })
    expect(older.result).toMatchObject({
      protocolVersion: '2025-03-26',
      serverInfo: { name: '@jeeves/mcp-pruner', version: '0.1.0' },
      capabilities: { tools: {} },
    })
    const unknown = await rpc(service.url, 'initialize', { protocolVersion: '1999-01-01' })
    expect(unknown.result.protocolVersion).toBe('2025-11-25')
  })

  test('lists that are empty are empty lists', async () => {
    expect((await rpc(service.url, 'resources/list')).result).toEqual({ resources: [] })
    expect((await rpc(service.url, 'resources/templates/list', {})).result).toEqual({
      resourceTemplates: [],
    })
    expect((await rpc(service.url, 'prompts/list', {})).result).toEqual({ prompts: [] })
  })

  test('health is a method, a tool and a page', async () => {
    const expected = {
      status: 'healthy',
      server: 'mcp-pruner',
      version: '0.1.0',
      capabilities: ['prune_text', 'recover_text', 'annotations', 'markers'],
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
    }
    expect((await rpc(service.url, 'health')).result).toEqual(expected)
    expect(await callTool(service.url, 'health', {})).toEqual(expected)
    expect((await http(`${service.url}/health`)).json).toEqual({ ...expected, model_loaded: true })
  })

  test('tools/list publishes the schemas of the contract', async () => {
    const { tools } = (await rpc(service.url, 'tools/list', {})).result
    const schemas = Object.fromEntries(
      tools.map((tool: { name: string; inputSchema: object }) => [tool.name, tool.inputSchema]),
    )
    expect(Object.keys(schemas)).toEqual(['prune_text', 'recover_text', 'health'])
    expect(schemas.prune_text).toEqual({
      type: 'object',
      properties: {
        text: { type: 'string' },
        goal_hint: { type: 'string' },
        source_type: { type: 'string', enum: ['code', 'logs', 'docs'] },
        options: {
          type: 'object',
          properties: {
            max_prune_ratio: { type: 'number', minimum: 0, maximum: 1 },
            min_keep_lines: { type: 'integer', minimum: 0 },
            timeout_ms: { type: 'integer', minimum: 1 },
            annotate_lines: { type: 'boolean' },
            include_markers: { type: 'boolean' },
          },
          required: [
            'max_prune_ratio',
            'min_keep_lines',
            'timeout_ms',
            'annotate_lines',
            'include_markers',
          ],
          additionalProperties: false,
        },
      },
      required: ['text', 'goal_hint', 'source_type', 'options'],
      additionalProperties: false,
    })
    expect(schemas.recover_text).toEqual({
      type: 'object',
      properties: {
        prune_id: { type: 'string' },
        ranges: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              start_line: { type: 'integer', minimum: 1 },
              end_line: { type: 'integer', minimum: 1 },
            },
            required: ['start_line', 'end_line'],
            additionalProperties: false,
          },
        },
        include_line_numbers: { type: 'boolean' },
      },
      required: ['prune_id', 'ranges', 'include_line_numbers'],
      additionalProperties: false,
    })
  })
})

describe('prune_text', () => {
  const text = sampleCode(60)
  const lines = text.split('\n')

  test('keeps lines verbatim and in order, and marks every cut with its annotation', async () => {
    const answer = await prune(text)
    expect(Object.keys(answer)).toEqual([
      'prune_id',
      'pruned_text',
      'annotations',
      'stats',
      'warnings',
    ])
    expect(answer.annotations.length).toBeGreaterThan(0)
    expect(answer.warnings).toEqual([])
    let next = 1
    const shown = answer.pruned_text.split('\n')
    for (const annotation of answer.annotations) {
      const { original_start_line: from, original_end_line: to } = annotation
      expect(shown.splice(0, from - next)).toEqual(lines.slice(next - 1, from - 1))
      expect(shown.shift()).toBe(annotation.marker)
      expect(annotation).toEqual({
        kind: 'pruned_block',
        original_start_line: from,
        original_end_line: to,
        pruned_line_count: to - from + 1,
        reason: expect.any(String),
        marker: `⟦PRUNÉ: prune_id=${answer.prune_id} lignes ${from}-${to} (${to - from + 1}) raison=${annotation.reason}⟧`,
      })
      next = to + 1
    }
    expect(shown).toEqual(lines.slice(next - 1))
    expect(answer.pruned_text).toContain('checkSessionExpiry')
  })

  test('its numbers add up', async () => {
    const { stats, annotations } = await prune(text)
    const cut = annotations.reduce(
      (sum: number, { pruned_line_count }: { pruned_line_count: number }) =>
        sum + pruned_line_count,
      0,
    )
    expect(stats).toEqual({
      original_lines: lines.length - 1,
      kept_lines: lines.length - 1 - cut,
      pruned_lines: cut,
      pruned_ratio: Math.round((cut / (lines.length - 1)) * 10_000) / 10_000,
      tokens_est_before: expect.any(Number),
      tokens_est_after: expect.any(Number),
      elapsed_ms: expect.any(Number),
      used_fallback: false,
    })
    expect(stats.tokens_est_after).toBeLessThan(stats.tokens_est_before)
  })

  test('numbers kept lines, never markers, when asked to', async () => {
    const { pruned_text } = await prune(text, { annotate_lines: true })
    for (const line of pruned_text.trimEnd().split('\n')) {
      if (line.startsWith('⟦')) continue
      const [, number, content] = /^(\d+)│ (.*)$/.exec(line) ?? []
      expect(content).toBe(lines[Number(number) - 1])
    }
  })

  test('leaves markers out of the text, not out of the annotations, when asked to', async () => {
    const without = await prune(text, { include_markers: false })
    const withMarkers = await prune(text)
    expect(without.pruned_text).not.toContain('⟦PRUNÉ')
    expect(without.annotations).toEqual(withMarkers.annotations)
  })

  test.each([
    ['max_prune_ratio', { max_prune_ratio: 0.2, min_keep_lines: 0 }, 0.2],
    ['min_keep_lines', { max_prune_ratio: 1, min_keep_lines: 250 }, 1],
  ])('%s bounds the result', async (_, options, ratio) => {
    const { stats } = await prune(text, options)
    expect(stats.pruned_lines / stats.original_lines).toBeLessThanOrEqual(ratio)
    expect(stats.kept_lines).toBeGreaterThanOrEqual(options.min_keep_lines)
    expect(stats.pruned_lines).toBeGreaterThan(0)
  })

  test('the ratio that is told is never above the one that was allowed', async () => {
    const limits = Array.from({ length: 30 }, (_, k) => (500 + k) / (lines.length - 1))
    const answers = await Promise.all(
      limits.map((max_prune_ratio) => prune(text, { max_prune_ratio, min_keep_lines: 0 })),
    )
    const told = answers.map(({ stats }) => stats.pruned_ratio)
    expect(told.filter((ratio, k) => ratio > (limits[k] ?? 0))).toEqual([])
    expect(Math.min(...told)).toBeGreaterThan(0.6)
  })

  test('what a text protects stays', async () => {
    const guarded = lines.with(20, '⟦NO_PRUNE_BEGIN⟧').with(40, '⟦NO_PRUNE_END⟧')
    const { pruned_text } = await prune(guarded.join('\n'))
    expect(pruned_text).toContain(guarded.slice(20, 41).join('\n'))
  })

  test('lines of a log that report a failure stay, whatever the goal', async () => {
    const log = Array.from({ length: 400 }, (_, i) => `10:00:${i % 60} INFO request ${i} served`)
    log[123] = '10:02:03 ERROR cannot open socket'
    log[301] = 'Traceback (most recent call last):'
    log[302] = 'ValueError: unexpected exception in handler'
    const answer = await callTool(service.url, 'prune_text', {
      ...pruneArguments(log.join('\n')),
      source_type: 'logs',
    })
    expect(answer.stats.pruned_lines).toBeGreaterThan(200)
    for (const i of [123, 301, 302]) expect(answer.pruned_text).toContain(log[i])
  })

  test('the same request gets the same answer', async () => {
    const [first, second] = await Promise.all([prune(text), prune(text)])
    expect(second.pruned_text).toBe(first.pruned_text)
    expect(second.prune_id).toBe(first.prune_id)
  })

  test('odd text comes back as it was', async () => {
    for (const odd of ['', '\n', 'a\r\nb\r\n', 'x\u0000y', '\ud800', '\f\n\u2028', '🙂']) {
      const { pruned_text, prune_id } = await prune(odd, { min_keep_lines: 0 })
      expect(pruned_text).toBe(odd)
      expect(prune_id).toMatch(/^prn_/)
    }
  })
})

describe('fails open', () => {
  const tooLongGoal = { ...pruneArguments(sampleCode(20)), goal_hint: 'why '.repeat(30_000) }
  test.each([
    ['text over the limit', pruneArguments('é\n'.repeat(700_000)), 'input_too_large'],
    ['goal over the limit', tooLongGoal, 'input_too_large'],
    ['time limit', pruneArguments(sampleCode(3_000), { timeout_ms: 1 }), 'timeout'],
    ['minimum', pruneArguments(sampleCode(60), { min_keep_lines: 9_999 }), 'constraints_unmet'],
    ['short text', pruneArguments('one\ntwo\n', { min_keep_lines: 3 }), 'constraints_unmet'],
  ])('%s', async (_, args, warning) => {
    const answer = await callTool(service.url, 'prune_text', {
      ...args,
      options: { ...args.options, annotate_lines: true },
    })
    expect(answer.pruned_text === args.text).toBe(true)
    expect(answer.annotations).toEqual([])
    expect(answer.stats).toMatchObject({ used_fallback: true, pruned_lines: 0, pruned_ratio: 0 })
    expect(answer.stats.original_lines).toBe(args.text.replace(/\n$/, '').split('\n').length)
    expect(answer.warnings).toEqual([warning])
    const { raw_text } = await recover(answer.prune_id, 2, 2)
    expect(raw_text).toBe(args.text.split('\n', 2)[1])
  })
})

describe('prune_text refuses', () => {
  const valid = pruneArguments('a\nb')
  const without = (key: keyof typeof PRUNE_OPTIONS) => {
    const { [key]: _, ...rest } = PRUNE_OPTIONS
    return { ...valid, options: rest }
  }
  const option = (key: string, value: unknown) => ({
    ...valid,
    options: { ...PRUNE_OPTIONS, [key]: value },
  })

  test.each([
    ['no arguments', undefined, 'arguments.text'],
    ['arguments that are a list', [], 'arguments'],
    ['no text', { ...valid, text: undefined }, 'arguments.text'],
    ['text that is no string', { ...valid, text: 7 }, 'arguments.text'],
    ['no goal_hint', { ...valid, goal_hint: undefined }, 'arguments.goal_hint'],
    ['an unknown source_type', { ...valid, source_type: 'poetry' }, 'arguments.source_type'],
    ['no options', { ...valid, options: undefined }, 'arguments.options'],
    ['an unknown argument', { ...valid, colour: 'red' }, 'arguments'],
    ['an unknown option', option('colour', 'red'), 'arguments.options'],
    ['no max_prune_ratio', without('max_prune_ratio'), 'arguments.options.max_prune_ratio'],
    ['no min_keep_lines', without('min_keep_lines'), 'arguments.options.min_keep_lines'],
    ['no timeout_ms', without('timeout_ms'), 'arguments.options.timeout_ms'],
    ['no annotate_lines', without('annotate_lines'), 'arguments.options.annotate_lines'],
    ['no include_markers', without('include_markers'), 'arguments.options.include_markers'],
    ['a ratio above 1', option('max_prune_ratio', 1.01), 'arguments.options.max_prune_ratio'],
    ['a ratio below 0', option('max_prune_ratio', -0.1), 'arguments.options.max_prune_ratio'],
    [
      'a ratio that is a string',
      option('max_prune_ratio', '0.5'),
      'arguments.options.max_prune_ratio',
    ],
    ['a negative minimum', option('min_keep_lines', -1), 'arguments.options.min_keep_lines'],
    ['half a line', option('min_keep_lines', 0.5), 'arguments.options.min_keep_lines'],
    ['no time at all', option('timeout_ms', 0), 'arguments.options.timeout_ms'],
    ['a flag that is a number', option('annotate_lines', 1), 'arguments.options.annotate_lines'],
  ])('%s, and says where', async (_, args, path) => {
    const error = await errorOf('prune_text', args)
    expect(error).toMatchObject({
      code: -32602,
      message: 'Invalid params',
      data: { method: 'tools/call', tool: 'prune_text' },
    })
    expect(error.data.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })
})

describe('recover_text', () => {
  const text = sampleCode(60)

  test('gives every cut line back', async () => {
    const { prune_id, annotations } = await prune(text)
    const lines = text.split('\n')
    for (const { original_start_line: from, original_end_line: to } of annotations) {
      expect((await recover(prune_id, from, to)).raw_text).toBe(
        lines.slice(from - 1, to).join('\n'),
      )
    }
  })

  test('numbers lines by the original, joins ranges as asked, and says what it gave', async () => {
    const { prune_id } = await prune('a\nb\nc\nd\n')
    const ranges = [
      { start_line: 3, end_line: 99 },
      { start_line: 1, end_line: 1 },
    ]
    for (const name of ['recover_text', 'recover_range']) {
      const args = { prune_id, ranges, include_line_numbers: true }
      expect(await callTool(service.url, name, args)).toEqual({
        raw_text: '3│ c\n4│ d\n1│ a',
        metadata: { prune_id, ranges, line_numbering: 'original' },
      })
    }
  })

  test.each(['prn_unknown', '', '../../etc/passwd', 'a b', 'x'.repeat(500)])(
    'an unknown id is told so: %s',
    async (prune_id) => {
      expect(await recoverError(prune_id, [{ start_line: 1, end_line: 1 }])).toEqual({
        code: -32004,
        message: 'prune_id_not_found',
        data: { code: 'prune_id_not_found', prune_id },
      })
    },
  )

  test.each([
    ['that ends before it begins', { start_line: 2, end_line: 1 }],
    ['that begins at 0', { start_line: 0, end_line: 1 }],
    ['below 1', { start_line: -5, end_line: -1 }],
    ['that begins after the text', { start_line: 5, end_line: 6 }],
  ])('a range %s is an invalid range', async (_, range) => {
    const { prune_id } = await prune('a\nb\nc\nd')
    const error = await recoverError(prune_id, [{ start_line: 1, end_line: 1 }, range])
    expect(error).toMatchObject({
      code: -32005,
      message: 'invalid_range',
      data: { code: 'invalid_range', range, index: 1 },
    })
  })

  test.each([
    ['no ranges', undefined, 'arguments.ranges'],
    ['a range without end', [{ start_line: 1 }], 'arguments.ranges.0.end_line'],
    ['half a line', [{ start_line: 1.5, end_line: 2 }], 'arguments.ranges.0.start_line'],
    [
      'a line that is a string',
      [{ start_line: '1', end_line: 2 }],
      'arguments.ranges.0.start_line',
    ],
    ['an unknown key', [{ start_line: 1, end_line: 2, step: 1 }], 'arguments.ranges.0'],
    ['a range that is a list', [[1, 2]], 'arguments.ranges.0'],
  ])('%s is invalid params', async (_, ranges, path) => {
    const error = await recoverError('prn_x', ranges)
    expect(error).toMatchObject({ code: -32602, data: { tool: 'recover_text' } })
    expect(error.data.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  test('too many ranges are refused with the limit', async () => {
    const ranges = Array.from({ length: 101 }, () => ({ start_line: 1, end_line: 1 }))
    const error = await recoverError('prn_x', ranges)
    expect(error).toMatchObject({
      code: -32602,
      data: { issues: [{ path: 'arguments.ranges', limit: 100, actual: 101 }] },
    })
  })
})
