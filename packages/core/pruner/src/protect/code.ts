// In code: imports, the file's header, and the signatures that let a reader place what was kept.

import type { Deadline } from '../deadline.js'
import { Kind } from '../split/line-kinds.js'
import type { SplitText } from '../split/lines.js'
import type { Structure } from '../split/structure.js'
import { Protection } from './levels.js'

const HEADER_LINES = 20
const LICENCE_LINES = 3

export function protectCode(
  split: SplitText,
  structure: Structure,
  levels: Uint8Array,
  deadline: Deadline,
): void {
  const { kinds, headEnds } = structure
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) deadline.spend(4096)
    if (kinds[i] === Kind.Import) levels[i] = Protection.Outline
    else if (kinds[i] === Kind.Callable || kinds[i] === Kind.Container)
      for (let line = i; line <= headEnds[i]!; line++) levels[line] = Protection.Outline
  }
  protectHeader(split, kinds, levels)
}

/** The comment that opens a file; of a licence, which says the same in every file, its first lines. */
function protectHeader(split: SplitText, kinds: Uint8Array, levels: Uint8Array): void {
  let end = 0
  while (end < split.count && end < HEADER_LINES && isHeaderLine(split, kinds, end)) end++
  const header = split.text.slice(0, split.starts[end])
  const isLicence = /licen[cs]e|copyright|spdx/i.test(header)
  levels.fill(Protection.Outline, 0, Math.min(end, isLicence ? LICENCE_LINES : HEADER_LINES))
}

function isHeaderLine(split: SplitText, kinds: Uint8Array, line: number): boolean {
  if (kinds[line] === Kind.Comment || kinds[line] === Kind.Directive) return true
  return line === 0 && split.text.startsWith('#!')
}
