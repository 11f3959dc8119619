// The value of saved tokens if no session's requests are known: at least their price as input once, and more
// because each is sent again with every later request.

import { clientFamily } from '../../stats/output-limits.js'
import { type PriceTable, pricesOf, tokenPrices } from '../prices/price-table.js'
import { CARRIED_REQUESTS } from './money-text.js'

export interface SavedMoney {
  /** Each token paid for once, as a cache write. */
  readonly once: number
  /** And read from the cache in later requests. */
  readonly carried: number
  /** Of the prices. */
  readonly date: string
  /** Which prices apply to which client. */
  readonly models: Readonly<Record<string, string>>
}

export function moneyOf(
  byClient: readonly { readonly name: string; readonly net: number }[],
  table: PriceTable,
): SavedMoney {
  let once = 0
  let carried = 0
  const models: Record<string, string> = {}
  for (const { name, net } of byClient) {
    const family = clientFamily(name) in table.otherwise ? clientFamily(name) : 'claude'
    const priced = pricesOf(table, undefined, family)
    if (!priced) continue
    models[name] = priced.standIn ?? ''
    const { cacheWrite, cacheRead } = tokenPrices(priced.prices, 0)
    once += net * cacheWrite
    carried += net * (cacheWrite + (CARRIED_REQUESTS - 1) * cacheRead)
  }
  return { once, carried, date: table.date, models }
}
