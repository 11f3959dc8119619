import { expect, test } from 'vitest'
import { callFacts } from '../clients/sessions/call-kind.js'
import { METADATA } from './native-context.case.js'
import { nativeRecord } from './native-record.js'
import { HELD_OUT } from './prune-native.js'

const call = (tool: string, input: object, question?: string) => ({
  client: 'claude',
  tool,
  transcript: '/record.jsonl',
  facts: callFacts(tool, input),
  ...(question !== undefined && { question }),
})

test('a replaced output, with what was shown of it', () => {
  const by = { text: 'shown', pruneId: 'prn_KEPT', metadata: METADATA, keptLines: [3] }
  expect(nativeRecord(call('Read', { file_path: '/a', offset: 9 }, 'Why?'), 'raw', by)).toEqual({
    tool: 'native Read',
    client: 'claude',
    question: 'Why?',
    isQuestionFree: true,
    reads: { what: '/a', from: 9 },
    pruning: METADATA,
    text: 'raw',
    rawText: 'raw',
    firstLine: 1,
    fileName: '/a',
    keptLines: [3],
    result: { content: [{ type: 'text', text: 'shown' }] },
  })
})

test.each([
  ['that nothing was asked of', undefined, undefined, false, 'no_focus_question'],
  ['that the engine left whole', 'Why?', undefined, true, 'no_focus_question'],
  ['of the control group', 'Why?', HELD_OUT, false, 'holdout'],
] as const)('an output %s', (_which, question, by, attempted, reason) => {
  const record = nativeRecord(call('Bash', { command: 'make' }, question), 'räw', by)
  expect(record).toMatchObject({
    reads: { what: 'make' },
    fileName: undefined,
    keptLines: undefined,
    pruning: { attempted, applied: false, fallback: false, reason, raw_bytes: 4 },
    result: { content: [{ text: 'räw' }] },
  })
  expect(record.reads).not.toHaveProperty('from')
})

test('a call that looks at nothing by name repeats nothing', () => {
  expect(nativeRecord(call('mcp__db__list', {}), 'raw').reads).toBeUndefined()
  const search = nativeRecord(call('Grep', { pattern: 'x', path: '/a' }), 'raw')
  expect(search.reads).toEqual({ what: 'x\0/a' })
})
