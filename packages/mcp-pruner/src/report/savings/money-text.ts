// The basis of the dollar figures in one sentence: the same in a terminal and on the page.
import { dollars } from '../../process/figures.js'
import type { SavedMoney } from './saved-money.js'

/** A tool output stays for about so many requests; `replay` counts them. */
export const CARRIED_REQUESTS = 20

export function moneyText({ carried, date, models }: SavedMoney): string {
  const named = [...new Set(Object.values(models))].join(', ')
  return `Each token paid for once; ${dollars(carried)} if it stays for ${CARRIED_REQUESTS} requests. Prices of ${named}, ${date}; replay counts requests`
}
