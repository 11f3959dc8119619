// Dollars of pruned sessions, as sums that can be added up. The page uses them too.

const NONE = {
  /** In dollars. All but the first two are costs of pruning. */
  bill: 0,
  /** What the cut tokens would have cost. */
  cut: 0,
  recovered: 0,
  again: 0,
  question: 0,
  list: 0,
  /** What the engine expects to have missed, beyond recoveries and repeats. */
  expected: 0,
}

export type Money = typeof NONE

export const noMoney = (): Money => ({ ...NONE })

export const netMoney = ({ cut, recovered, again, question, list }: Money): number =>
  cut - recovered - again - question - list

export const expectedNetMoney = (money: Money): number => netMoney(money) - money.expected
