// The value of saved tokens if no session's requests are known: at least their price as input once, and more
// because each is sent again with every later request.

import { clientFamily } from '../../clients/known-clients.js'
import { type PriceTable, pricesOf, tokenPrices } from '../prices/price-table.js'
import { CARRIED_REQUESTS } from './savings-text.js'
import type { Group } from './summary.js'

export interface SavedMoney {
  /** Each token paid for once, as a cache write. */
  readonly once: number
  /** The same with the expected misses charged. */
  readonly expectedOnce: number
  /** And read from the cache in later requests. */
  readonly carried: number
  /** Of the prices. */
  readonly date: string
  /** Which prices apply to which client. */
  readonly models: Readonly<Record<string, string>>
}

export function moneyOf(
  byClient: readonly Pick<Group, 'name' | 'net' | 'expectedNet'>[],
  table: PriceTable,
): SavedMoney {
  let once = 0
  let expectedOnce = 0
  let carried = 0
  const models: Record<string, string> = {}
  for (const { name, net, expectedNet } of byClient) {
    const family = clientFamily(name) in table.otherwise ? clientFamily(name) : 'claude'
    const priced = pricesOf(table, undefined, family)
    if (!priced) continue
    models[name] = priced.standIn ?? ''
    const { cacheWrite, cacheRead } = tokenPrices(priced.prices, 0)
    once += net * cacheWrite
    expectedOnce += expectedNet * cacheWrite
    carried += net * (cacheWrite + (CARRIED_REQUESTS - 1) * cacheRead)
  }
  return { once, expectedOnce, carried, date: table.date, models }
}
