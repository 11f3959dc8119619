// Kinds of lines in documents: headings of both styles and fenced blocks.
import type { Deadline } from '../deadline.js'
import { Kind, matchesAt } from './line-kinds.js'
import type { SplitText } from './lines.js'

const headingPattern = /(#{1,6})(?:[ \t]|$)/my
const fencePattern = /(?:`{3,}|~{3,})/y
const underlinePattern = /(?:={3,}|-{3,}|~{3,}|\^{3,})[ \t]*$/my

export function kindsOfDocs(
  split: SplitText,
  indents: Int32Array,
  deadline: Deadline,
): { kinds: Uint8Array; levels: Uint8Array } {
  const kinds = new Uint8Array(split.count)
  const levels = new Uint8Array(split.count)
  let fence = ''
  for (let i = 0; i < split.count; i++) {
    deadline.spend(16)
    if (indents[i]! < 0) {
      kinds[i] = fence === '' ? Kind.Blank : Kind.Fence
      continue
    }
    let at = split.starts[i]!
    while (split.text.charCodeAt(at) === 32 || split.text.charCodeAt(at) === 9) at++
    kinds[i] = Kind.Plain
    if (fence !== '') {
      kinds[i] = Kind.Fence
      if (
        split.text.startsWith(fence, at) &&
        /^[`~]+[ \t]*$/.test(split.text.slice(at, Math.min(split.ends[i]!, at + 100)))
      )
        fence = ''
      continue
    }
    fencePattern.lastIndex = at
    const opened = fencePattern.exec(split.text)
    if (opened) {
      fence = opened[0].slice(0, 60)
      kinds[i] = Kind.Fence
      continue
    }
    headingPattern.lastIndex = at
    const heading = headingPattern.exec(split.text)
    if (heading && indents[i]! < 4) {
      kinds[i] = Kind.Heading
      levels[i] = heading[1]!.length
    } else if (
      i > 0 &&
      kinds[i - 1] === Kind.Plain &&
      matchesAt(underlinePattern, split.text, at)
    ) {
      // A title underlined with = or -: the title is the heading, the rule belongs to it.
      if (i < 2 || kinds[i - 2] !== Kind.Plain) {
        kinds[i - 1] = Kind.Heading
        kinds[i] = Kind.Heading
        levels[i - 1] = split.text.charCodeAt(at) === 61 ? 1 : 2
        levels[i] = 7
      }
    }
  }
  return { kinds, levels }
}
