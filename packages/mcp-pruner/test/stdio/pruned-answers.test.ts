// What a model reads when an output was pruned.

import { memoryStore } from '@jeeves/mcp-runtime'
import { describe, expect, test } from 'vitest'
import { createPruneOutput } from '../../src/ask/prune-output.js'
import { createProbe } from '../../src/ask/swe-pruner-probe.js'
import { readSettings } from '../../src/settings/settings.js'
import { createRecovery } from '../../src/store/recovery.js'
import {
  ALL,
  cutsIn,
  MARKER,
  PRUNED_READ,
  QUESTION,
  SOURCE,
  shareAnswersTree,
  withServer,
} from './answers-server.js'
import { type Answer, json, startStandIn } from './stand-in-pruner.js'

shareAnswersTree()

describe('a pruned read', () => {
  test('keeps the answer verbatim and in order, and marks every cut with its line numbers', () =>
    withServer({}, 'any', async (server) => {
      const { content, pruning, bytes } = await server.structured('read', PRUNED_READ)
      expect(content).toContain('const backoff = 100 * 2 ** attempt')
      // Each line, with the cut lines put back in the place of their marks.
      const cuts = cutsIn(content)
      const restored = content.split('\n').flatMap((shown: string) => {
        if (!MARKER.test(shown)) return [shown]
        const [first = 0, last = 0] = cuts.shift() ?? []
        return ALL.slice(first - 1, last)
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
      // Each line's number follows from the last mark before it.
      let next = 1
      const misplaced = lines.slice(0, -1).filter((line) => {
        const mark = MARKER.exec(line)
        if (mark === null) return line !== ALL[next++ - 1]
        next = Number(mark[1])
        return false
      })
      expect(misplaced).toEqual([])
    }))

  test('of a range keeps the file’s numbers, in marks and in recovery', () =>
    withServer({}, 'any', async (server) => {
      const { content, pruning } = await server.structured('read', {
        ...PRUNED_READ,
        start_line: 50,
      })
      const [start_line = 0, end_line = 0] = cutsIn(content, 50)[0] ?? []
      expect(start_line).toBeGreaterThanOrEqual(50)
      const ranges = [{ start_line, end_line }]
      const { raw_text } = await server.structured('recover_text', {
        prune_id: pruning.prune_id,
        ranges,
      })
      expect(raw_text).toBe(ALL.slice(start_line - 1, end_line).join('\n'))
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

test('a service that returns everything has cut nothing, and nothing else is reported', async () => {
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

  test('matches are sent to the pruner as lines and returned as matches', async () => {
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

  test('an answer that cannot be parsed as matches is invalid, and the raw ones are returned', async () => {
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

const SWE_ANSWER = {
  score: 0.5,
  pruned_code: 'def add(a, b):\n',
  kept_frags: [1],
  origin_token_cnt: 20,
  left_token_cnt: 5,
  error_msg: null,
}

describe('which engine prunes', () => {
  test('a failing service is replaced by the embedded engine with PRUNER_FALLBACK', () =>
    withServer({}, 'any', async (server) => {
      const { pruning } = await server.structured('read', PRUNED_READ)
      expect([pruning.engine, pruning.applied]).toEqual(['embedded', true])
      expect(await server.event('pruner.http_error')).toBeDefined()
    }))

  test.each([
    [
      'at the default address, a swe-pruner is used',
      ((response, body, path) =>
        json(path === '/health' ? { status: 'healthy', model_loaded: true } : SWE_ANSWER)(
          response,
          body,
          path,
        )) satisfies Answer,
      'http',
      ['/health', '/prune', '/prune'],
    ],
    [
      'at the default address, another program is sent nothing',
      json({ status: 'ok' }),
      'embedded',
      ['/health'],
    ],
  ])('%s', async (_, answer, engine, requests) => {
    const standIn = await startStandIn(answer)
    // The default address is a fixed port, which a test cannot count on: the same settings, another port.
    const defaults = readSettings({}).pruner
    const settings = { ...defaults, url: standIn.url }
    // As the runner starts it.
    const written = { PRUNER_URL: 'http://localhost:8000/prune', PRUNER_FALLBACK: 'embedded' }
    expect(readSettings(written).pruner).toEqual(defaults)
    const recovery = createRecovery(
      async () => memoryStore(),
      () => {},
    )
    // Within any time, on a busy machine.
    const probeOf = (address: string) => createProbe(address, 60_000)
    const pruneOutput = createPruneOutput(settings, recovery, { probeOf })
    const produced = { raw: '', text: SOURCE, apply: ({ text }: { text: string }) => text }
    const signal = new AbortController().signal
    const call = { requestId: 'r', signal, emit: () => {}, output: 'text' } as const
    const { metadata } = await pruneOutput(
      'read',
      { text: QUESTION, origin: 'explicit' },
      produced,
      call,
    )
    expect([settings.probeFirst, metadata.engine]).toEqual([true, engine])
    expect(standIn.requests.map(({ path }) => path)).toEqual(requests)
    const beforeProof = standIn.requests.slice(0, 2).map(({ body }) => body)
    expect(beforeProof.join('')).not.toContain('retry')
    await standIn.close()
  })
})
