import { expect, test } from 'vitest'
import type { Account } from './accounts.js'
import { addArms, armsOf, effectOf, noArms } from './holdout.js'

const call = (fields: object) =>
  ({ eligible: true, shown: 0, question: 0, recovered: 0, again: 0, ...fields }) as Account

const CALLS = [
  call({ session: 's1', raw: 100, shown: 10, question: 2, recovered: 2, again: 1 }),
  call({ session: 's1', raw: 50, shown: 5 }),
  call({ session: 's2', raw: 40, shown: 40, held: true }),
  call({ session: 's2', raw: 900, shown: 900, held: true, eligible: false }),
]
const ALONE = { n: 1, raw: 40, cost: 40, rawRaw: 1600, rawCost: 1600, costCost: 1600 }

test('pruned and held calls are counted apart, one by one and by session', () => {
  expect(armsOf(CALLS)).toEqual({
    pruned: {
      calls: { n: 2, raw: 150, cost: 20, rawRaw: 12_500, rawCost: 1750, costCost: 250 },
      sessions: { n: 1, raw: 150, cost: 20, rawRaw: 22_500, rawCost: 3000, costCost: 400 },
    },
    held: { calls: ALONE, sessions: ALONE },
  })
})

test('what was counted before is added', () => {
  const arms = noArms()
  addArms(arms, armsOf(CALLS))
  addArms(arms, armsOf(CALLS))
  expect(arms.pruned.calls).toMatchObject({ n: 4, raw: 300, cost: 40 })
  expect(arms.held.sessions).toMatchObject({ n: 2, raw: 80, costCost: 3200 })
})

// 30 calls of 5 sessions on each side are enough to compare; without a token to save there is no share.
test.each([
  ['enough', 30, 100, true],
  ['a call too few', 29, 100, false],
  ['outputs without a token', 30, 0, false],
])('%s', (_what, count, raw, isKnown) => {
  const side = (held: boolean) =>
    Array.from({ length: count }, (_, i) =>
      call({
        session: `${held} ${i % 10}`,
        raw,
        shown: held ? raw : raw / 4,
        ...(held && { held }),
      }),
    )
  const effect = effectOf(armsOf([...side(false), ...side(true)]))
  expect(effect).toMatchObject({ prunedCalls: count, heldCalls: count })
  expect(effect.saved?.share).toBe(isKnown ? 0.75 : undefined)
})
