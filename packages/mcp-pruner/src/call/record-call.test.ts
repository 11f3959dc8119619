import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Ledger } from '../ledger/ledger.js'
import type { CallNote } from '../store/call-note.js'
import { newShownId } from '../store/shown-text.js'
import { createRecordCall, type RecordedCall, recordLater, shownText } from './record-call.js'

const TEXT = 'one two three four five six\n'.repeat(200)
const SHOWN = 'one two three\n'
const PRUNED = {
  attempted: true,
  applied: true,
  fallback: false,
  raw_bytes: TEXT.length,
  prune_id: 'prn_1',
  original_lines: 200,
  pruned_lines: 199,
  expected_miss: 0.25,
}
const RAW = { attempted: false, applied: false, fallback: false, raw_bytes: TEXT.length }
const call: RecordedCall = {
  tool: 'read',
  client: undefined,
  question: 'Where?',
  reads: { what: 'a.txt', from: 3 },
  pruning: PRUNED,
  text: TEXT,
  firstLine: 3,
  fileName: 'a.txt',
  keptLines: [4],
  rawText: undefined,
  result: { content: [{ type: 'text', text: SHOWN }] },
}

function recorded(
  more: Partial<RecordedCall> = {},
  entryPoint: 'stdio' | 'service' | 'gateway' = 'stdio',
) {
  const entries: Record<string, unknown>[] = []
  const recovered: unknown[][] = []
  const kept: (CallNote & { id: string })[] = []
  const ledger = {
    called: (_caller: unknown, entry: Record<string, unknown>) => {
      entries.push(entry)
      return 'call_1'
    },
    recovered: (...given: unknown[]) => void recovered.push(given),
  } as unknown as Ledger
  const notes = {
    keepNote: (id: string, note: CallNote) => Promise.resolve(void kept.push({ ...note, id })),
  }
  createRecordCall(ledger, notes as never, { entryPoint, session: 's', project: '/p' })({
    ...call,
    ...more,
  })
  return { entry: entries[0] ?? {}, entries, recovered, kept }
}

describe('the ledger', () => {
  test('is told what a call would have shown, what it showed and what its question cost', () => {
    const { entry } = recorded()
    expect(entry).toMatchObject({
      tool: 'read',
      pruneId: 'prn_1',
      eligible: true,
      held: false,
      expectedMiss: 0.25,
      reads: { what: 'read\0/p/a.txt', from: 3 },
    })
    const { raw, shown, question } = entry as { raw: number; shown: number; question: number }
    expect([shown > 2 && shown < 8, raw > 1000, question > 0 && question < 5]).toEqual([
      true,
      true,
      true,
    ])
  })

  test('counts tokens that were counted already', () => {
    expect(recorded({ tokens: { raw: 777, shown: 7 } }).entry).toMatchObject({ raw: 777, shown: 7 })
  })

  test('a whole answer saves nothing', () => {
    const whole = recorded({ pruning: RAW, result: { content: [{ type: 'text', text: TEXT }] } })
    expect(whole.entry['raw']).toBe(whole.entry['shown'])
    expect(whole.entry).toMatchObject({
      pruneId: undefined,
      eligible: false,
      expectedMiss: undefined,
    })
  })

  test.each([
    ['a question that nobody wrote', { isQuestionFree: true }, { question: 0 }],
    ['no question', { question: undefined }, { question: 0 }],
    [
      'a text of which nothing was cut',
      { pruning: { ...PRUNED, pruned_lines: 0 } },
      { pruneId: undefined },
    ],
    [
      'a text that was kept and not applied',
      { pruning: { ...PRUNED, applied: false } },
      { pruneId: undefined },
    ],
    [
      'one of the control group',
      { pruning: { ...RAW, reason: 'holdout' as const } },
      { held: true, eligible: true },
    ],
    ['a search', { tool: 'grep', reads: { what: 'x' } }, { reads: { what: 'grep\0x' } }],
  ])('%s', (_what, more, entry) => {
    expect(recorded(more).entry).toMatchObject(entry)
  })

  test("the service's calls compare with nothing", () => {
    expect(recorded({}, 'service').entry).toMatchObject({ eligible: false })
  })

  test('what was recovered counts once, and only if it was', () => {
    const reads = { recovers: 'prn_1' }
    const { entries, recovered: found } = recorded({ tool: 'recover_text', reads })
    expect(entries).toEqual([])
    expect(found).toMatchObject([[{ session: 's' }, 'prn_1', expect.any(Number)]])
    expect(recorded({ reads, result: { ...call.result, isError: true } }).recovered).toEqual([])
    const shown = recorded({ reads: { recovers: newShownId() } })
    expect([shown.recovered, shown.entries]).toEqual([[], []])
  })

  test('a structured value with a long text is counted by pieces of it', () => {
    const text = 'some words of a long text, line after line\n'.repeat(5000)
    const structured = recorded({
      client: 'program',
      pruning: RAW,
      result: { structuredContent: { text, lines: 5000 }, content: [] },
    })
    const exact = recorded({
      client: 'program',
      pruning: RAW,
      result: { structuredContent: { parts: [text], lines: 5000 }, content: [] },
    })
    const ratio = Number(structured.entry['shown']) / Number(exact.entry['shown'])
    expect(ratio).toBeGreaterThan(0.95)
    expect(ratio).toBeLessThan(1.05)
    expect(ratio).not.toBe(1)
  })
})

describe('the note beside a kept text', () => {
  test('holds the question, the lines and the answer', () => {
    expect(recorded().kept).toEqual([
      {
        id: 'call_1',
        question: 'Where?',
        pruneId: 'prn_1',
        firstLine: 3,
        lineCount: 200,
        answer: SHOWN,
        keptLines: [4],
        fileName: 'a.txt',
        what: 'a.txt',
      },
    ])
  })

  test('has a title and not a record', () => {
    const [note] = recorded({ reads: { what: 'x'.repeat(400) }, fileName: undefined }).kept
    expect(note?.what).toBe('x'.repeat(300))
    expect(note).not.toHaveProperty('fileName')
  })

  test('is not kept without a question or a cut', () => {
    expect(recorded({ question: undefined }).kept).toEqual([])
    expect(recorded({ pruning: RAW }).kept).toEqual([])
  })
})

test('what a client shows its model of a result', () => {
  const resource = { type: 'resource', resource: { uri: 'a', text: 'file' } }
  const blocks = [
    { type: 'text', text: 'a' },
    { type: 'image', data: 'x', text: 'no' },
    resource,
    5,
  ]
  expect(shownText({ content: blocks as never })).toBe('a\nfile')
  expect(shownText({ content: blocks as never, structuredContent: { a: 1 } })).toBe('{"a":1}')
  expect(shownText({ content: 'text' as never })).toBe('')
})

describe('later', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const waiting = (more: { laterMs?: number; onError?: (error: Error) => void } = {}) => {
    const tools: string[] = []
    const write = (each: RecordedCall) => {
      if (each.tool === 'broken') throw new Error('broken')
      tools.push(each.tool)
    }
    return { tools, later: recordLater(write, more.laterMs, more.onError) }
  }
  const named = (tool: string) => () => ({ ...call, tool })

  test('calls are recorded together, a moment after their answers', () => {
    const { tools, later } = waiting({ laterMs: 25 })
    later.record(named('a'))
    vi.advanceTimersByTime(24)
    later.record(named('b'))
    expect(tools).toEqual([])
    vi.advanceTimersByTime(1)
    expect(tools).toEqual(['a', 'b'])
    later.record(named('c'))
    later.flush()
    expect(tools).toEqual(['a', 'b', 'c'])
    vi.runAllTimers()
    expect(tools).toEqual(['a', 'b', 'c'])
  })

  test('a large answer is held until the next turn, and fifty are the most', () => {
    const { tools, later } = waiting()
    later.record(named('large'), true)
    vi.advanceTimersByTime(0)
    expect(tools).toEqual(['large'])
    for (let at = 0; at < 49; at += 1) later.record(named('a'))
    expect(tools.length).toBe(1)
    later.record(named('a'))
    expect(tools.length).toBe(51)
  })

  test('one that fails ends nothing where somebody is told', () => {
    const errors: string[] = []
    const { tools, later } = waiting({ onError: ({ message }) => void errors.push(message) })
    for (const tool of ['broken', 'a']) later.record(named(tool))
    later.flush()
    expect([tools, errors]).toEqual([['a'], ['broken']])
    const strict = waiting()
    strict.later.record(named('broken'))
    expect(() => strict.later.flush()).toThrow('broken')
  })
})
