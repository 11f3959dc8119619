// JSON from another server's tool, or from a command that prints it on one line: items and lines of long strings are
// chosen, by the gateway's shrinker, so that the result is still JSON.
import { printJson } from '@jeeves/mcp-runtime'
import type { PrunedText } from '../ask/ask-request.js'
import { keptOf } from '../gateway/calls/focus-blocks.js'
import { describeCuts } from '../gateway/shrink/note.js'
import { parseData } from '../gateway/shrink/parsed-data.js'
import { Shrinkable } from '../gateway/shrink/shrinkable.js'

export interface NarrowedData {
  readonly json: string
  /** `only 10 of 500 items of /rows shown` */
  readonly cutsNote: string
}

export interface NativeData {
  /** One line per item that can be chosen. */
  readonly lines: string
  /** `undefined` when everything was chosen. */
  readonly narrow: (pruned: PrunedText) => NarrowedData | undefined
}

/** With fewer items, none are left out. */
const MIN_ITEMS = 5

/** `undefined` for plain text, and for data without a list or a map of some length. */
export function nativeData(text: string): NativeData | undefined {
  const data = parseData(text)
  const shrinkable = data && new Shrinkable(data.value)
  if (!shrinkable || shrinkable.choices.lines.length < MIN_ITEMS) return undefined
  const { lines } = shrinkable.choices
  return {
    lines: lines.join('\n'),
    narrow: (pruned) => {
      const { value, cuts } = shrinkable.shrink({ chosen: keptOf(lines, pruned) })
      return cuts.length === 0
        ? undefined
        : { json: printJson(value), cutsNote: describeCuts(cuts) }
    },
  }
}
