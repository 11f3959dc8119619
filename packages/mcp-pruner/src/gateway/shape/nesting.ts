// How deep a JSON text nests, read without recursion.

/** Deeper than this, readers of JSON run out of stack. */
export const MOST_LEVELS = 1000

export function levelsOf(json: string): number {
  let level = 0
  let deepest = 0
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i)
    if (unit === 0x22) i = stringEnd(json, i)
    else if (unit === 0x7b || unit === 0x5b) deepest = Math.max(deepest, ++level)
    else if (unit === 0x7d || unit === 0x5d) level--
  }
  return deepest
}

/** The closing quote of the string that opens at `at`. */
function stringEnd(json: string, at: number): number {
  for (let i = at + 1; i < json.length; i++) {
    const unit = json.charCodeAt(i)
    if (unit === 0x5c) i++
    else if (unit === 0x22) return i
  }
  return json.length
}
