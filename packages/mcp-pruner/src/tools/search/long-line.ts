// A line of a minified file is longer than anybody reads: only the part around its match is shown, with how much
// is missing on either side.
import { endWithin, startWithin } from '../files/utf8.js'

export const LONG_LINE_BYTES = 2_000
const BEFORE_BYTES = 300
const AFTER_BYTES = 700

/** `start` is the byte at which the match begins. */
export function cutAround(line: Buffer, start: number): string {
  const before = line.subarray(0, start)
  const after = line.subarray(start)
  const shownBefore = endWithin(before, BEFORE_BYTES)
  const shownAfter = startWithin(after, AFTER_BYTES)
  return [
    missing(before.length - shownBefore.length),
    shownBefore.toString('utf8'),
    shownAfter.toString('utf8'),
    missing(after.length - shownAfter.length),
  ].join('')
}

const missing = (bytes: number): string => (bytes === 0 ? '' : `[… ${bytes} bytes cut …]`)
