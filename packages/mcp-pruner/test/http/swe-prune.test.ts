// `POST /prune` for callers that expect a swe-pruner.
import { SwePrunerResponseSchema } from '@jeeves/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool, post, type RunningService, runService, sampleCode } from './running-service.js'

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service.stop())

const QUERY = 'how is a session token checked for expiry'
const prune = (body: unknown) => post(`${service.url}/prune`, body)

test('kept lines are verbatim, cuts are counted, and the numbers of kept lines are returned', async () => {
  const code = sampleCode(60)
  const lines = code.split('\n')
  const { status, json } = await prune({ code, query: QUERY })
  expect(status).toBe(200)
  expect(SwePrunerResponseSchema.parse(json)).toMatchObject({ error_msg: null })
  expect(json.left_token_cnt).toBeLessThan(json.origin_token_cnt)
  expect(json.score).toBeGreaterThanOrEqual(0)
  expect(json.score).toBeLessThanOrEqual(1)
  let line = 0
  const kept: number[] = []
  for (const shown of json.pruned_code.trimEnd().split('\n')) {
    const filtered = /^\(filtered (\d+) lines\)$/.exec(shown)
    if (filtered) {
      line += Number(filtered[1])
      continue
    }
    line += 1
    kept.push(line)
    expect(shown).toBe(lines[line - 1])
  }
  expect(json.kept_frags).toEqual(kept)
  expect(line).toBe(lines.length - 1)
  expect(json.pruned_code).toContain('checkSessionExpiry')
})

test('cut lines can be recovered', async () => {
  const code = sampleCode(60)
  const { json } = await prune({ code, query: QUERY })
  const recovered = await callTool(service.url, 'recover_text', {
    prune_id: json.prune_id,
    ranges: [{ start_line: 1, end_line: 10_000 }],
    include_line_numbers: false,
  })
  expect(recovered.raw_text).toBe(code)
})

test('a higher threshold keeps no more', async () => {
  const code = sampleCode(60)
  const keptAt = async (threshold?: number) =>
    (await prune({ code, query: QUERY, threshold })).json.kept_frags.length
  expect(await keptAt(0)).toBe(code.split('\n').length - 1)
  expect(await keptAt()).toBe(await keptAt(0.5))
  expect(await keptAt(0.5)).toBeLessThanOrEqual(await keptAt(0.2))
  expect(await keptAt(0.95)).toBeLessThanOrEqual(await keptAt(0.5))
})

test('fields that only a swe-pruner knows are accepted', async () => {
  const body = { code: 'a\n', query: 'b', always_keep_first_frags: true, chunk_overlap_tokens: 9 }
  expect((await prune(body)).json).toMatchObject({ pruned_code: 'a\n', kept_frags: [1] })
})

test.each([
  ['no JSON', '{', [['body']]],
  ['no object', '[]', [['body']]],
  [
    'nothing',
    {},
    [
      ['body', 'code'],
      ['body', 'query'],
    ],
  ],
  ['code that is not a string', { code: 1, query: 'x' }, [['body', 'code']]],
  [
    'a threshold that is not a number',
    { code: '', query: '', threshold: 'high' },
    [['body', 'threshold']],
  ],
])('%s is refused as a swe-pruner does', async (_, body, places) => {
  const { status, json } = await prune(body)
  expect(status).toBe(422)
  expect(json.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual(places)
})

test('what cannot be pruned is returned whole, with the reason', async () => {
  const code = 'x\n'.repeat(1_000_001)
  const { status, json } = await prune({ code, query: QUERY })
  expect(status).toBe(200)
  expect(json.pruned_code === code).toBe(true)
  expect(json.error_msg).toBe('not pruned: input_too_large')
  expect(json.kept_frags).toHaveLength(1_000_001)
})
