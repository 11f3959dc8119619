// The comment that opens a file of code, and whether it is a licence, which is the same in every file.
import { Kind } from './line-kinds.js'
import type { SplitText } from './lines.js'
import type { Structure } from './structure.js'

const MAX_LENGTH = 80
const licencePattern = /licen[cs]e|copyright|spdx/i

/** How many lines it has; 0 without one. */
export function openingComment(split: SplitText, { kinds }: Pick<Structure, 'kinds'>): number {
  const { text, starts, ends, count } = split
  let end = text.startsWith('#!') ? 1 : 0
  while (end < count && end < MAX_LENGTH) {
    if (/^\s*\/\*/.test(text.slice(starts[end], ends[end]))) {
      const close = text.indexOf('*/', starts[end])
      while (end < count && end < MAX_LENGTH && starts[end]! <= close) end++
      if (close === -1) return 0
    } else if (kinds[end] === Kind.Comment || kinds[end] === Kind.Directive) end++
    else break
  }
  return end
}

export function isLicence(split: SplitText, end: number): boolean {
  return licencePattern.test(split.text.slice(0, split.starts[end]))
}

const licenceWords =
  /licen[cs]|copyright|spdx|warrant|redistribut|permission|liab|merchantab|rights reserved/i

/** The licence lines in it, first and one past the last: the file's purpose may be beside it. */
export function licenceIn(
  { text, starts, ends }: SplitText,
  end: number,
): readonly [first: number, end: number] {
  const found: number[] = []
  for (let i = 0; i < end; i++) if (licenceWords.test(text.slice(starts[i], ends[i]))) found.push(i)
  return [found[0] ?? 0, (found.at(-1) ?? -1) + 1]
}
