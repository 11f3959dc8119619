// A basket and what it comes to.
import { parsePrice } from './money.js'

const BULK = 12
const BULK_DISCOUNT = 0.1

export function totalOf(lines) {
  return lines.reduce((sum, { price, count }) => {
    const cents = parsePrice(price) * count
    return sum + Math.round(count >= BULK ? cents * (1 - BULK_DISCOUNT) : cents)
  }, 0)
}
