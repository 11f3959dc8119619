// Dollars of pruned sessions, as sums that can be added up. The page uses them too.

/** In dollars. All but the first two are costs of pruning. */
export interface Money {
  bill: number
  /** What the cut tokens would have cost. */
  cut: number
  recovered: number
  again: number
  question: number
  list: number
  /** What the engine expects to have missed, beyond recoveries and repeats. */
  expected: number
}

export const noMoney = (): Money => ({
  bill: 0,
  cut: 0,
  recovered: 0,
  again: 0,
  question: 0,
  list: 0,
  expected: 0,
})

export function addMoney(into: Money, more: Partial<Money>): void {
  for (const [name, value] of Object.entries(more)) into[name as keyof Money] += value
}

export const netMoney = ({ cut, recovered, again, question, list }: Money): number =>
  cut - recovered - again - question - list

export const expectedNetMoney = (money: Money): number => netMoney(money) - money.expected
