// The comment right above a line: it says why the line is as it is.
import { isCommentLine } from '../shapes/member-patterns.js'
import { lineText, type SplitText } from '../text/lines.js'

const MAX_LINE_LENGTH = 200

interface Commented {
  readonly split: SplitText
  readonly tokens: Float32Array
}

/** Its first line, or the line itself if the comment is longer than `most`. It ends above a line of `shown`. */
export function commentStart(
  line: number,
  { split, tokens }: Commented,
  most: { readonly lines: number; readonly tokens: number },
  shown?: Uint8Array,
): number {
  let first = line
  let cost = 0
  while (first > 0 && shown?.[first - 1] !== 1 && isComment(split, first - 1)) {
    cost += tokens[--first]!
    if (line - first > most.lines || cost > most.tokens) return line
  }
  return first
}

const isComment = (split: SplitText, line: number): boolean =>
  isCommentLine(lineText(split, line, MAX_LINE_LENGTH))
