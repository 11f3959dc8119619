// Sums of a handwritten ledger: every figure here was added up on paper.
import { expect, test } from 'vitest'
import { dayOf, noFigures } from '../../ledger/figures.js'
import { effectOf, noArms } from '../../ledger/holdout.js'
import type { CallEntry, LedgerEntry } from '../../ledger/ledger-entry.js'
import { sinceOf } from '../../ledger/time-span.js'
import { PLAIN_STYLE } from '../../process/terminal-style.js'
import { reportOf } from './stats-report.js'
import { summarise } from './summary.js'

const DAY1 = new Date(2026, 10, 14, 12).getTime()
const DAY2 = new Date(2026, 10, 15, 12).getTime()
const place = {
  entryPoint: 'stdio',
  client: 'claude-code',
  project: '/home/me/shop',
  session: 'a',
} as const
let next = 0
const call = (
  at: number,
  raw: number,
  shown: number,
  more: Partial<CallEntry> = {},
): CallEntry => ({
  kind: 'call',
  ...place,
  at,
  id: `call_${next++}`,
  tool: 'read',
  raw,
  shown,
  question: 0,
  ...more,
})
const entries: LedgerEntry[] = [
  { kind: 'session', ...place, at: DAY1, list: 800 },
  call(DAY1 + 1, 5000, 1000, { question: 20, prune: 'prn_A', what: 'f', from: 1, to: 400 }),
  { kind: 'recovered', ...place, at: DAY1 + 2, prune: 'prn_A', tokens: 300 },
  // Other lines of the same file: not a repeat.
  call(DAY1 + 3, 600, 600, { what: 'f', from: 401, to: 500 }),
  // The same lines: a repeat.
  call(DAY1 + 4, 700, 700, { what: 'f', from: 350, to: 390 }),
  call(DAY2, 2000, 500, {
    tool: 'bash',
    question: 10,
    prune: 'prn_B',
    what: 'ls',
    session: 'b',
    project: '/home/me/site',
  }),
  // The same command in another session: not a repeat.
  call(DAY2 + 1, 2000, 2000, { tool: 'bash', what: 'ls', session: 'c' }),
  { kind: 'recovered', ...place, at: DAY2 + 2, prune: 'prn_gone', tokens: 50 },
]
const summary = summarise({ entries, sums: [], damaged: 2 })

test('the sums are those of the fixture', () => {
  expect(summary.total).toEqual({
    calls: 5,
    raw: 10_300,
    shown: 4800,
    question: 30,
    recovered: 350,
    again: 700,
    list: 800,
    net: 3620,
    cut: 2,
    needed: 1,
    estimated: 0,
    expected: 0,
    expectedNet: 3620,
  })
  expect(summary.byDay.map(({ name, net }) => [name, net])).toEqual([
    ['2026-11-14', 2180],
    ['2026-11-15', 1440],
  ])
  expect(summary.byTool.map(({ name, calls, net }) => [name, calls, net])).toEqual([
    ['read', 3, 2980],
    ['bash', 2, 1490],
    ['(recovered)', 0, -50],
    ['(tool list)', 0, -800],
  ])
  expect(summary.byProject.map(({ name, net }) => [name, net])).toEqual([
    ['/home/me/shop', 2130],
    ['/home/me/site', 1490],
  ])
  expect(summary.byClient).toHaveLength(1)
  expect(summary.effect).toBeUndefined()
})

test('--since leaves out earlier calls', () => {
  const later = summarise({ entries, sums: [], damaged: 0 }, sinceOf('2026-11-15'))
  expect(later.total).toMatchObject({ calls: 2, raw: 4000, net: 1440, list: 0 })
})

test('--since leaves out the tool lists of that day before it', () => {
  const contents = { entries, sums: [], damaged: 0 }
  expect(summarise(contents, DAY1 + 3).total).toMatchObject({ calls: 4, list: 0, recovered: 50 })
  expect(summarise(contents, DAY1).total).toMatchObject({ calls: 5, list: 800, recovered: 350 })
})

test('times that can be read, and times that cannot', () => {
  expect(sinceOf('7d', 8 * 86_400_000)).toBe(86_400_000)
  expect(sinceOf('36h', 36 * 3_600_000)).toBe(0)
  expect(dayOf(sinceOf('2026-02-28') ?? 0)).toBe('2026-02-28')
  for (const wrong of ['', 'yesterday', '2026-02-30', '2026-13-01', '-1d', '7', '1y']) {
    expect(sinceOf(wrong)).toBeUndefined()
  }
})

test('the report shows the net first, where it comes from, and what was damaged', () => {
  const report = reportOf(summary)
  expect(report).toMatch(
    /^Net saving: \$0\.0091 and more, 3,620 tokens \(35\.1 % of 10,300\) in 5 calls\n/,
  )
  expect(report).toContain('  read or run again           −700\n')
  expect(report).toContain('2 damaged lines were skipped.')
  expect(report).not.toContain('Holdout')
})

test('names that others chose command no terminal and break no row', () => {
  const project = '/home/me/\x1b]0;owned\x07\nx\u202ey'
  const named = summarise({ entries: [call(DAY1, 5000, 1000, { project })], sums: [], damaged: 0 })
  expect(reportOf(named)).toContain('\n/home/me/\\x1b]0;owned\\x07\\nx\\u202ey  ')
})

test('one call is not called one calls, and nothing has no sign', () => {
  const report = reportOf(summarise({ entries: [call(DAY1, 50, 10)], sums: [], damaged: 0 }))
  expect(report).toMatch(
    /^Net saving: \$0\.000100 and more, 40 tokens \(80\.0 % of 50\) in 1 call\n/,
  )
  expect(report).toContain('  recovered                      0\n')
})

test('nothing in a span of time is not called nothing at all', () => {
  const none = summarise({ entries, sums: [], damaged: 0 }, DAY2 + 5)
  expect(reportOf(none, true)).toMatch(/^No call of an agent client was recorded in that time\./)
})

test('an empty ledger reports what was damaged', () => {
  const broken = summarise({ entries: [], sums: [], damaged: 3, damagedSums: 1 })
  expect(reportOf(broken)).toMatch(
    /\n3 damaged lines were skipped\.\n\n1 damaged file of older days was skipped: those days are missing here\.\n$/,
  )
})

test('a loss is called a loss', () => {
  const loss = summarise({ entries: entries.slice(0, 1), sums: [], damaged: 0 })
  expect(reportOf(loss)).toMatch(/^Net loss: \$0\.0020 and more, 800 tokens in 0 calls\n/)
})

test('an empty ledger says what to do', () => {
  expect(reportOf(summarise({ entries: [], sums: [], damaged: 0 }))).toMatch(
    /^No call of an agent client has been recorded yet/,
  )
})

test('with calls of people only, no empty tables are shown', () => {
  const shell = call(DAY1, 9000, 100, { entryPoint: 'shell', client: 'shell', tool: 'prune' })
  expect(reportOf(summarise({ entries: [shell], sums: [], damaged: 0 }))).toMatch(
    /^No call of an agent client has been recorded yet\.\n[^$]*\n\nAt a prompt, not included above: 1 call, 9,000 tokens raw, 100 shown\n$/,
  )
})

/** `sessions` of ten calls each: raw 1000, and what is shown alternates around the mean. */
const arm = (sessions: number, shown: readonly [number, number], held: boolean) =>
  Array.from({ length: sessions * 10 }, (_, i) =>
    call(DAY1 + i, 1000, shown[i % 2] as number, {
      session: `${held}${Math.floor(i / 10)}`,
      eligible: true,
      ...(held ? { held: true as const } : { prune: `prn_${i}` }),
    }),
  )

test('the holdout returns the effect with its interval', () => {
  const contents = {
    entries: [...arm(10, [300, 500], false), ...arm(4 + 1, [1000, 1000], true)],
    sums: [],
    damaged: 0,
  }
  const { effect } = summarise(contents)
  // 40 % are shown; each call is 100 off: a standard error of 100 / sqrt(99) / 1000 by calls, 0 by sessions.
  expect(effect?.saved?.share).toBeCloseTo(0.6, 10)
  expect(effect?.saved?.high).toBeCloseTo(0.6 + 1.96 * 0.010_050_4, 5)
  expect(reportOf(summarise(contents))).toContain(
    'Holdout: 60.0 % of the tokens saved, 95 % interval 58.0 % to 62.0 %, 100 pruned against 50 held-out calls',
  )
})

test('sessions that differ widen the interval', () => {
  const spread = arm(10, [400, 400], false).map((entry, i) =>
    Object.assign(entry, { shown: i < 50 ? 200 : 600 }),
  )
  const { effect } = summarise({
    entries: [...spread, ...arm(5, [1000, 1000], true)],
    sums: [],
    damaged: 0,
  })
  // Ten sessions, each 2,000 of 10,000 off the mean: 0.2 / sqrt(9).
  expect(effect?.saved?.low).toBeCloseTo(0.6 - (1.96 * 0.2) / 3, 10)
})

test('too few calls in the control group give no figure', () => {
  const contents = {
    entries: [...arm(10, [300, 500], false), ...arm(2, [1000, 1000], true)],
    sums: [],
    damaged: 0,
  }
  expect(summarise(contents).effect).toEqual({ prunedCalls: 100, heldCalls: 20 })
  expect(reportOf(summarise(contents))).toContain('too few to tell an effect')
  expect(effectOf(noArms())).toEqual({ prunedCalls: 0, heldCalls: 0 })
})

test('an effect that is a loss is called that, and not one that could be none', () => {
  const dear = arm(10, [1500, 1700], false)
  const report = reportOf(
    summarise({ entries: [...dear, ...arm(5, [1000, 1000], true)], sums: [], damaged: 0 }),
  )
  expect(report).toContain('Holdout: −60.0 % of the tokens saved, 95 % interval −62.0 % to −58.0 %')
  expect(report).toContain('held-out calls; pruning has cost more than it saved\n')
  expect(report).not.toContain('holds zero')
})

test('an effect that could be none is not called a saving', () => {
  const wild = arm(10, [100, 1900], false)
  const report = reportOf(
    summarise({ entries: [...wild, ...arm(5, [1000, 1000], true)], sums: [], damaged: 0 }),
  )
  expect(report).toContain('the interval includes zero, so no saving is shown')
})

// The largest savings were answers that lacked what was asked for.
test('the engine’s own estimate of misses is charged besides recorded ones', () => {
  const sure = call(DAY1, 1000, 200, { prune: 'prn_A', expectedMiss: 0 })
  const unsure = call(DAY1 + 1, 1000, 200, { prune: 'prn_B', expectedMiss: Math.LN2 })
  const { total } = summarise({ entries: [sure, unsure], sums: [], damaged: 0 })
  // Of 800 tokens cut, half are expected to be needed again.
  expect(total).toMatchObject({ net: 1600, expected: 400, expectedNet: 1200, estimated: 2, cut: 2 })
  // What was recovered of it is not charged twice.
  const recovered = {
    kind: 'recovered',
    ...place,
    at: DAY1 + 2,
    prune: 'prn_B',
    tokens: 300,
  } as const
  const then = summarise({ entries: [sure, unsure, recovered], sums: [], damaged: 0 }).total
  expect(then).toMatchObject({ net: 1300, expected: 100, expectedNet: 1200 })
  expect(reportOf(summarise({ entries: [unsure], sums: [], damaged: 0 }))).toContain(
    '\nBy expectation: $0.0010, 400 tokens, with the misses charged that the engine expects (known of 1 of 1 cut call)\n',
  )
})

test('what people prune at a prompt is no part of the saving', () => {
  const shell = call(DAY1, 9000, 100, { entryPoint: 'shell', client: 'shell', tool: 'prune' })
  const told = summarise({ entries: [call(DAY1, 50, 10), shell], sums: [], damaged: 0 })
  expect(told.total).toMatchObject({ calls: 1, net: 40 })
  expect(told.shell).toMatchObject({ calls: 1, net: 8900 })
  expect(told.byClient.map(({ name }) => name)).toEqual(['claude-code'])
  expect(reportOf(told)).toContain(
    '\nAt a prompt, not included above: 1 call, 9,000 tokens raw, 100 shown\n',
  )
})

test('the same question twice at a prompt is a repeat, though each command is its own process', () => {
  const asked = { entryPoint: 'shell', client: 'shell', prune: 'prn_A', what: 'f' } as const
  const entriesOf = (later: number) => [
    call(DAY1, 1000, 100, { ...asked, session: 'p1' }),
    call(DAY1 + later, 1000, 100, { ...asked, session: 'p2' }),
  ]
  const again = (later: number) =>
    summarise({ entries: entriesOf(later), sums: [], damaged: 0 }).shell?.again
  expect(again(60_000)).toBe(1000)
  expect(again(3_600_000)).toBe(0)
})

// Equal texts have equal ids: the latest call was charged, whoever recovered.
test('a recovery is charged to the nearest of the calls that share its id, and to none of two equals', () => {
  const claude = call(DAY1, 1000, 100, { prune: 'prn_A' })
  const codex = call(DAY1 + 1, 1000, 100, { prune: 'prn_A', client: 'codex', session: 'b' })
  const charged = (by: object) => {
    const recovered = {
      kind: 'recovered',
      ...place,
      at: DAY1 + 2,
      prune: 'prn_A',
      tokens: 70,
    } as const
    const { byClient } = summarise({
      entries: [claude, codex, { ...recovered, entryPoint: 'shell', session: 'x', ...by }],
      sums: [],
      damaged: 0,
    })
    return Object.fromEntries(byClient.map(({ name, recovered: tokens }) => [name, tokens]))
  }
  expect(charged({ client: 'claude' })).toEqual({ 'claude-code': 70, codex: 0 })
  expect(charged({ client: 'codex-mcp-client' })).toEqual({ 'claude-code': 0, codex: 70 })
  expect(charged({ client: 'unknown' })).toEqual({ 'claude-code': 0, codex: 0, unknown: 70 })
})

test('the report fits a terminal of 80 columns, in colour', () => {
  const project = `/home/me/${'long/'.repeat(30)}shop`
  const told = summarise({
    entries: [call(DAY1, 5_000_000, 100, { project, prune: 'prn_A', expectedMiss: 0.1 })],
    sums: [],
    damaged: 0,
  })
  const paint = (text: string) => `<${text}>`
  const report = reportOf(told, false, { ...PLAIN_STYLE, width: 80, bold: paint })
  expect(report).toContain('<4,999,900>')
  const tables = report.slice(report.indexOf('by tool'))
  expect(Math.max(...tables.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
  const expectation = report.slice(
    report.indexOf('By expectation'),
    report.indexOf('  tool output'),
  )
  expect(Math.max(...expectation.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
})

test('a repeat in the control group is not charged to a cut, and that of a cut call is', () => {
  const twice = (more: Partial<CallEntry>) =>
    summarise({
      entries: [
        call(DAY1, 1000, 1000, { what: 'f', ...more }),
        call(DAY1 + 1, 900, 900, { what: 'f' }),
      ],
      sums: [],
      damaged: 0,
    }).total.again
  expect(twice({ held: true })).toBe(0)
  expect(twice({ prune: 'prn_A', shown: 100 })).toBe(900)
})

test('--since leaves out earlier folded days, and their comparison', () => {
  const figures = { calls: 1, raw: 100, shown: 10, question: 0, recovered: 0, again: 0, list: 0 }
  const more = { cut: 1 }
  const of = { project: '/p', client: 'codex', tool: 'read' }
  const days = ['2026-11-13', '2026-11-14', '2026-11-15']
  const rows = days.map((day) => Object.assign(noFigures(), figures, more, of, { day }))
  const contents = { entries: [], sums: [{ arms: noArms(), rows, replaces: [] }], damaged: 0 }
  expect(summarise(contents).total.calls).toBe(3)
  expect(summarise(contents, sinceOf('2026-11-14')).byDay.map(({ name }) => name)).toEqual([
    '2026-11-14',
    '2026-11-15',
  ])
})

test('calls at a prompt are in no arm of the control group', () => {
  const shell = { entryPoint: 'shell', client: 'shell' } as const
  const arms = (...given: LedgerEntry[]) =>
    summarise({ entries: given, sums: [], damaged: 0 }).effect
  const held = call(DAY1, 900, 900, { held: true, eligible: true })
  const pruned = call(DAY1 + 1, 900, 100, { eligible: true, prune: 'prn_A', session: 'b' })
  const atPrompt = call(DAY1 + 2, 900, 100, { ...shell, eligible: true, prune: 'prn_A' })
  expect(arms(held, pruned, atPrompt)).toEqual(arms(held, pruned))
  expect(arms(held, pruned)).toBeDefined()
})
