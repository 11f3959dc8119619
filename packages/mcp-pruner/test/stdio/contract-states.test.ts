// The contract of the stdio server: the states of a request and a pruner that fails, through the built command.
import { describe, expect, test } from 'vitest'
import {
  QUESTION,
  RAW,
  SOURCE,
  server,
  shareContractServer,
  shows,
  standIn,
  withServer,
} from './contract-server.js'
import { type Row } from './rows.js'
import { json, startStandIn } from './stand-in-pruner.js'

shareContractServer()

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
      // It is not a line of the file.
      verbatim: false,
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
      const { result } = await own.call('read', {
        file_path: 'long.ts',
        context_focus_question: QUESTION,
      })
      expect(result.content[0].text).toMatch(
        /\n\[not pruned: it is larger than PRUNER_MAX_INPUT_BYTES; ask for a range of lines, or search\]$/,
      )
      expect(result.structuredContent.content).toBe(SOURCE)
      expect(result.structuredContent.pruning).toEqual({
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
      'sends what is not JSON',
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
        // Short only if the timeout itself is expected: on a busy machine the other answers take a while.
        const PRUNER_TIMEOUT_MS = code === 'timeout' ? '400' : '60000'
        await withServer({ PRUNER_URL: failing.url, PRUNER_TIMEOUT_MS }, async (own) => {
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
