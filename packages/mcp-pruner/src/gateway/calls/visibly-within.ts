// Control characters of an answer, shown within its byte limit: escaped they take up to six times their bytes, so an
// answer that fills the limit is made again for less.
import type { Fields } from '../../rpc/message.js'
import { countedBytes } from '../shape/blocks.js'
import { withVisibleTexts } from '../shape/visible-blocks.js'

const MAX_TRIES = 4

export async function visiblyWithin(
  made: Fields,
  maxBytes: number,
  make: (maxBytes: number) => Promise<Fields | undefined>,
): Promise<Fields> {
  let seen = withVisibleTexts(made)
  if (seen === made) return made
  let aim = maxBytes
  // An answer is smaller than its limit, not as large (INV-MCP-SAFE-001).
  for (let tries = 0; tries < MAX_TRIES && countedBytes(seen) >= maxBytes; tries++) {
    aim = Math.floor((aim * maxBytes) / countedBytes(seen))
    const smaller = await make(aim)
    if (!smaller) break
    seen = withVisibleTexts(smaller)
  }
  // The limit is hard, also where a schema allows nothing smaller.
  return countedBytes(seen) >= maxBytes ? made : seen
}
