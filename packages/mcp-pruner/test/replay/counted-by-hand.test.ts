// Two recorded sessions, counted by hand and compared with the command's output, figure by figure. Figures
// are in millionths of a dollar, so a price of $5 for a million tokens is 5 for one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runVerb } from '../shell/verb-process.js'
import { bigFile, writeSession } from './recorded-fixture.js'

const home = mkdtempSync(join(tmpdir(), 'counted-'))
const claude = join(home, '.claude/projects/-p-shop/one.jsonl')
const codex = join(home, '.codex/sessions/2026/11/10/rollout-2026-11-10-x.jsonl')
const output = bigFile().join('\n')

// Claude Code with Opus 4.8: input 5, output 25, cache read 0.5, write 6.25 for five minutes and 10 for an hour.
//
//      input: cached  written  rest   output   cost
// r1              0   12,000h    10      120   120,000 + 50 + 3,000           = 123,050
// r2         12,010   24,125      5       80   6,005 + 150,781.25 + 25 + 2,000 = 158,811.25
// r3         36,140      500      5       40   18,070 + 3,125 + 25 + 1,000    =  22,220
// r4         36,645      300      5       30   18,322.5 + 1,875 + 25 + 750    =  20,972.5
//    compacted
// r5              0    8,000      5       20   50,000 + 25 + 500              =  50,525
//                                                                       all   = 375,578.75
const CLAUDE_BILL = 375_578.75
// The output follows r1, so it begins at 12,010 + 120 = 12,130: written in r2 (12,010 to 36,135), cached in r3 and
// r4, gone in r5.
const CLAUDE_PER_TOKEN = 6.25 + 0.5 + 0.5

// Codex with GPT-5.4: input 2.5, cached 0.25, output 15. Each request is recorded up to three times.
//
//      input  cached  output   cost
// r1   9,000       0     100   22,500 + 1,500                          = 24,000
// r2  30,000   8,960      50   21,040 × 2.5 + 8,960 × 0.25 + 750       = 55,590
// r3  30,200  29,952      60   248 × 2.5 + 29,952 × 0.25 + 900         =  9,008
//                                                                all   = 88,598
const CODEX_BILL = 88_598
// The output begins at 9,100: behind what is cached in r2, within it in r3. A line that was cut is edited: one more
// turn reads r2's 30,000 from the cache and writes 100.
const CODEX_PER_TOKEN = 2.5 + 0.25
const CODEX_TURN = 30_000 * 0.25 + 100 * 15

beforeAll(() => {
  writeSession(claude, claudeLines())
  writeSession(codex, codexLines())
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function claudeLines(): object[] {
  const common = { sessionId: 's', cwd: '/p/shop', timestamp: '2026-11-10T09:00:00.000Z' }
  const user = (content: unknown) => ({
    type: 'user',
    ...common,
    message: { role: 'user', content },
  })
  const result = (id: string, text: string) =>
    user([{ type: 'tool_result', tool_use_id: id, content: text }])
  const said = (id: string, block: object, usage: object) => ({
    type: 'assistant',
    ...common,
    message: { id, role: 'assistant', model: 'claude-opus-4-8', content: [block], usage },
  })
  const usage = (
    [cached, written, rest]: readonly number[],
    output_tokens: number,
    hour = 0,
  ): object => ({
    input_tokens: rest,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: written,
    cache_creation: {
      ephemeral_1h_input_tokens: hour,
      ephemeral_5m_input_tokens: (written ?? 0) - hour,
    },
    output_tokens,
  })
  const text = (words: string) => ({ type: 'text', text: words })
  const bash = (id: string, command: string) => ({
    type: 'tool_use',
    id,
    name: 'Bash',
    input: { command },
  })
  const edit = {
    type: 'tool_use',
    id: 'b',
    name: 'Edit',
    input: {
      file_path: '/p/shop/src/big.ts',
      old_string: '  return Math.min(backoff, 30_000)',
      new_string: '  return Math.min(backoff, 5_000)',
    },
  }
  const r1 = [0, 12_000, 10]
  return [
    user('Look into retryDelay.'),
    // The first line of a message has the output tokens of the moment.
    said('m1', text('I look at how long retryDelay waits between retries.'), usage(r1, 3, 12_000)),
    said('m1', bash('a', 'cat src/big.ts'), usage(r1, 120, 12_000)),
    result('a', output),
    said('m2', text('The bound is too high.'), usage([12_010, 24_125, 5], 1)),
    said('m2', edit, usage([12_010, 24_125, 5], 80)),
    result('b', 'The file has been updated.'),
    said('m3', bash('c', 'true'), usage([36_140, 500, 5], 40)),
    result('c', ''),
    said('m4', text('Done.'), usage([36_645, 300, 5], 30)),
    { type: 'system', subtype: 'compact_boundary', ...common },
    said('m5', text('Anything else?'), usage([0, 8000, 5], 20)),
  ]
}

function codexLines(): object[] {
  const line = (type: string, payload: object) => ({
    timestamp: '2026-11-10T09:00:00Z',
    type,
    payload,
  })
  const item = (payload: object) => line('response_item', payload)
  const message = (role: string, text: string) =>
    item({ type: 'message', role, content: [{ type: 'text', text }] })
  let total = 0
  const counted = (input_tokens: number, cached_input_tokens: number, output_tokens: number) => {
    const last = { input_tokens, cached_input_tokens, output_tokens }
    total += input_tokens + output_tokens
    return line('event_msg', {
      type: 'token_count',
      info: { total_token_usage: { total_tokens: total }, last_token_usage: last },
    })
  }
  const first = counted(9000, 0, 100)
  const second = counted(30_000, 8960, 50)
  return [
    line('session_meta', { id: 'c1', cwd: '/p/site' }),
    line('turn_context', { model: 'gpt-5.4' }),
    message('user', 'Shorten the waits.'),
    message('assistant', 'I check how long retryDelay waits.'),
    item({
      type: 'function_call',
      call_id: 'x',
      name: 'exec_command',
      arguments: '{"cmd":"cat src/late.ts"}',
    }),
    first,
    first,
    first,
    item({ type: 'function_call_output', call_id: 'x', output }),
    item({
      type: 'custom_tool_call',
      call_id: 'y',
      name: 'apply_patch',
      input:
        '*** Begin Patch\n*** Update File: src/late.ts\n@@\n-palette[1089] = mix(1089, 228)\n+palette[1089] = 0\n*** End Patch',
    }),
    second,
    second,
    item({ type: 'custom_tool_call_output', call_id: 'y', output: 'ok' }),
    counted(30_200, 29_952, 60),
    message('assistant', 'Done.'),
  ]
}

const run = (...args: string[]) =>
  runVerb(['replay', ...args], { PATH: process.env.PATH, HOME: home })
// oxlint-disable-next-line typescript/no-explicit-any -- the report is read as any program would
const report = (...args: string[]): any => JSON.parse(run('--json', ...args).stdout)
const micro = (dollars: number): number => Math.round(dollars * 1e8) / 100

test('the session of Claude Code: last figures of each message, an hour at 2, price by position', () => {
  const { total, cost, costByModel, rows } = report(claude)
  expect(total).toMatchObject({ outputs: 3, pruned: 1, missed: 0, used: 1, usedCut: 0 })
  expect(micro(cost.recorded)).toBe(CLAUDE_BILL)
  const cut = total.raw - total.shown
  expect(cut).toBeGreaterThan(10_000)
  for (const part of ['saved', 'savedLow', 'savedHigh']) {
    expect(micro(cost[part])).toBeCloseTo(cut * CLAUDE_PER_TOKEN, 1)
  }
  expect(cost).toMatchObject({ requests: 5, carriedLess: cut * 3 })
  expect(costByModel).toEqual({ 'claude-opus-4-8': expect.objectContaining({ requests: 5 }) })
  expect(rows).toMatchObject([{ file: claude, models: ['claude-opus-4-8'] }])
})

test('the session of Codex: each request once, and a miss costs a turn with the run or the whole', () => {
  const { total, cost } = report(codex)
  expect(total).toMatchObject({ outputs: 2, pruned: 1, missed: 1, used: 1, usedCut: 1 })
  expect(micro(cost.recorded)).toBe(CODEX_BILL)
  expect(cost.requests).toBe(3)
  const { raw, shown, block } = total
  // The answer of the patch is raw and shown alike.
  const high = (raw - shown) * CODEX_PER_TOKEN
  const cutRun = block - shown - 1000
  expect(micro(cost.savedHigh)).toBeCloseTo(high, 1)
  expect(micro(cost.saved)).toBeCloseTo(high - cutRun * CODEX_PER_TOKEN - CODEX_TURN, 1)
  const whole = report(codex).byKind.shell.raw
  expect(micro(cost.savedLow)).toBeCloseTo(high - whole * CODEX_PER_TOKEN - CODEX_TURN, 1)
})

test('the text and the table agree, dollars first', () => {
  const { stdout } = run()
  const bill = ((CLAUDE_BILL + CODEX_BILL) / 1e6).toFixed(2)
  expect(stdout).toMatch(
    new RegExp(`^Bill of 2 sessions: \\$${bill.replace('.', '\\.')}; pruning would have saved \\$`),
  )
  expect(stdout).toMatch(/^claude-opus-4-8 +\$0\.38 /m)
  expect(stdout).toMatch(/^codex +\$0\.09 /m)
  const [heads, ...rows] = run('--csv').stdout.trimEnd().split('\r\n')
  expect(heads).toMatch(/^session,client,project,from,to,models,requests,bill_usd,saved_usd,/)
  expect(rows.find((row) => row.startsWith(claude))).toContain(
    ',claude,/p/shop,2026-11-10T09:00:00.000Z,2026-11-10T09:00:00.000Z,claude-opus-4-8,5,0.375579,',
  )
  expect(rows.find((row) => row.startsWith(codex))).toContain(',gpt-5.4,3,0.088598,')
})

test('--prices: another price for one model, and errors in a file are reported', () => {
  const file = join(home, 'prices.json')
  const models = { 'gpt-5.4': { input: 25, cacheRead: 2.5, output: 150 } }
  writeFileSync(file, JSON.stringify({ date: '2026-12-01', models }))
  const told = report('--prices', file)
  expect(micro(told.costByClient.codex.recorded)).toBeCloseTo(10 * CODEX_BILL, 1)
  expect(micro(told.costByClient.claude.recorded)).toBe(CLAUDE_BILL)
  expect(told.prices).toEqual({ date: '2026-12-01', sources: [file] })
  writeFileSync(file, JSON.stringify({ date: 'today', models: {} }))
  expect(run('--prices', file)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      'date: use a day such as 2026-11-17\nhint: a price file looks like',
    ),
  })
  expect(run('--prices', '/nowhere.json').stderr).toContain(
    '--prices "/nowhere.json" cannot be used: no such file or folder',
  )
})
