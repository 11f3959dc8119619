// A share of a text: used up, and for an implicit question distributed by probability alone.
import { expect, it } from 'vitest'
import { keptLines, lexicalScorer, type PruneRequest, prune, type Scorer } from '../index.js'

const likely: Scorer = {
  ...lexicalScorer,
  score: ({ split }) => Float32Array.from({ length: split.count }, (_, i) => (i < 30 ? 0.3 : 0.01)),
}
const lines = Array.from({ length: 200 }, (_, i) =>
  i % 4 === 3 ? `worker ${i} failed: connection refused` : `worker ${i} took a part of the queue`,
)

const keptOf = (request: Partial<PruneRequest>) =>
  keptLines(
    prune(
      {
        text: lines.join('\n'),
        origin: 'explicit',
        goal: '',
        sourceType: 'logs',
        budget: { share: 0.3 },
        ...request,
      },
      { scorer: likely },
    ),
  )

it('leaves failures to the scorer if nobody asked about them', () => {
  const goal = 'Now I will look at how the first workers share out what there is'
  expect(
    keptOf({ origin: 'implicit', goal, context: 'node run.js' }).filter((line) => line <= 30),
  ).toHaveLength(30)
  // An explicit question, or one without a call, shows the failures.
  for (const asked of [
    { origin: 'implicit', goal: 'How do they share it?', context: 'node run.js' },
    { origin: 'explicit', goal },
  ] as const)
    expect(keptOf(asked).filter((line) => line % 4 === 0).length).toBeGreaterThan(30)
})

it('is used up if the best lines are too long for the rest', () => {
  const text = Array.from({ length: 100 }, (_, i) => 'x'.repeat(i % 2 ? 40 : 900)).join('\n')
  const request = {
    text,
    origin: 'explicit',
    goal: 'lorem',
    budget: { share: 0.25 },
    sourceType: 'logs',
  } as const
  const kept = keptLines(prune(request, { scorer: likely }))
  const characters = kept.reduce((sum, line) => sum + (line % 2 ? 901 : 41), 0)
  expect(characters / text.length).toBeGreaterThan(0.245)
  expect(characters / text.length).toBeLessThanOrEqual(0.25)
})

it('shows a part of a line that is longer than the share, and counts no more than that', () => {
  const record = `{"event":"upload",${'"field":"value of the field",'.repeat(200)}"valve":"open"}`
  const text = [...lines.slice(0, 40), record, ...lines.slice(40, 80)].join('\n')
  const goal = 'Now I will look at the valve and go on from there'
  const likeliest: Scorer = {
    ...lexicalScorer,
    score: ({ split }) =>
      Float32Array.from({ length: split.count }, (_, i) => (i === 40 ? 0.9 : 0.01)),
  }
  const request = {
    text,
    origin: 'implicit',
    goal,
    context: 'node run.js',
    sourceType: 'logs',
  } as const
  const result = prune({ ...request, budget: { share: 0.2 } }, { scorer: likeliest })
  expect(result.parts.map(({ line }) => line)).toEqual([41])
  const shown = result.parts[0]!.pieces.map(({ from, to }) => record.slice(from, to)).join('')
  expect(shown).toContain('"valve":"open"')
  const whole = keptLines(result).filter((line) => line !== 41)
  const characters = whole.reduce((sum, line) => sum + result.lines[line - 1]!.text.length + 1, 0)
  expect((characters + shown.length + 1) / text.length).toBeGreaterThan(0.18)
  expect((characters + shown.length + 1) / text.length).toBeLessThanOrEqual(0.2)
})
