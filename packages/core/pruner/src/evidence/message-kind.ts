// A message without its numbers, paths and quoted names: two lines of one kind tell a reader
// as much as one of them and a count.
import { plainLine } from '../text/ansi.js'
import type { SplitText } from '../text/lines.js'

/** A message is compared by its beginning. */
export const MESSAGE_CHARS = 400

export function messageKind(split: SplitText, line: number): string {
  return plainLine(split, line, MESSAGE_CHARS)
    .replaceAll(/(["'`])(?:(?!\1).){0,200}\1/g, '"')
    .replaceAll(/[\w.@~-]*[/\\][\w./\\@~-]*|[\w-]+\.[a-z]{1,5}(?=[:(])/gi, '/')
    .replaceAll(/0x[\da-f]+|\b[\da-f]{7,}\b|\d+/gi, '0')
    .trim()
}
