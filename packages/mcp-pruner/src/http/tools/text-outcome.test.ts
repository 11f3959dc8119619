import { expect, test } from 'vitest'
import { type SentText, shownOf, textOutcome, tokensOf } from './text-outcome.js'

const STATS = {
  originalLines: 3,
  keptLines: 1,
  prunedLines: 2,
  prunedRatio: 0.67,
  tokensBefore: 30,
  tokensAfter: 10,
}
const PRUNED = {
  text: 'b',
  status: 'pruned',
  annotations: [],
  keptLines: [2],
  stats: STATS,
  warnings: ['w'],
}
const pruning = (more: object = {}) => ({
  attempted: true,
  applied: true,
  fallback: false,
  raw_bytes: 5,
  prune_id: 'prn_1',
  ...more,
})

function outcome(raw: Partial<SentText>, metadata: object = {}) {
  const counted: unknown[] = []
  const note =
    (what: string) =>
    (...given: unknown[]) =>
      void counted.push([what, ...given])
  const metrics = { fallback: note('fallback'), storeError: note('store'), tokens: note('tokens') }
  const sent = { text: 'a\nb\nc', pruneId: 'prn_1', minKeepLines: 0, ...raw }
  const { text, keptLines, pruneId, fallback, warnings, stats } = textOutcome(
    { raw: sent, pruning: pruning(metadata) },
    metrics as never,
  )
  return { text, keptLines, pruneId, fallback, warnings, lines: stats.keptLines, counted }
}

test('a pruned text, with its id and its tokens', () => {
  expect(outcome({ pruned: PRUNED as never })).toEqual({
    text: 'b',
    keptLines: [2],
    pruneId: 'prn_1',
    fallback: undefined,
    warnings: ['w'],
    lines: 1,
    counted: [['tokens', 30, 10]],
  })
})

test.each([
  ['that ran out of time', { error: { code: 'timeout' } }, 0, 'timeout'],
  ['that broke', { error: { code: 'invalid_response' } }, 0, 'internal_error'],
  ['without a reason', {}, 0, 'internal_error'],
  ['that cannot be kept', { error: { code: 'recovery_unavailable' } }, 0, 'recovery_unavailable'],
  ['that is too large', { reason: 'too_large' }, 0, 'input_too_large'],
  ['that is empty and must keep a line', { reason: 'output_empty' }, 1, 'constraints_unmet'],
  ['that is empty', { reason: 'output_empty' }, 0, undefined],
])('a text %s comes back whole', (_which, metadata, minKeepLines, fallback) => {
  const found = outcome({ minKeepLines }, metadata)
  expect(found).toMatchObject({ text: 'a\nb\nc', lines: 3, fallback })
  expect(found.warnings).toEqual(fallback === undefined ? [] : [fallback])
  const counts = fallback === undefined ? [] : [['fallback', fallback]]
  expect(found.counted.filter((each) => (each as string[])[0] === 'fallback')).toEqual(counts)
})

test('one that no pruning satisfies comes back whole, with its warnings', () => {
  const pruned = { ...PRUNED, status: 'fallback' }
  expect(outcome({ pruned: pruned as never })).toMatchObject({
    text: 'a\nb\nc',
    fallback: 'constraints_unmet',
    warnings: ['constraints_unmet', 'w'],
  })
})

test('without an id it is said once that nothing can be recovered', () => {
  const found = outcome({}, { prune_id: undefined, error: { code: 'recovery_unavailable' } })
  expect(found.warnings).toEqual(['recovery_unavailable'])
  expect(found.counted).toContainEqual(['store', 'put'])
  expect(outcome({ pruned: PRUNED as never }, { prune_id: undefined })).toMatchObject({
    text: 'b',
    pruneId: undefined,
    warnings: ['w', 'recovery_unavailable'],
  })
})

test('the ledger counts what the caller uses', () => {
  const sent = { text: 'a\nb\nc', pruneId: 'prn_1', minKeepLines: 0 }
  expect([shownOf(sent), tokensOf(sent)]).toEqual(['a\nb\nc', undefined])
  const pruned = { ...sent, pruned: PRUNED as never }
  expect([shownOf(pruned), tokensOf(pruned)]).toEqual(['b', { raw: 30, shown: 10 }])
})
