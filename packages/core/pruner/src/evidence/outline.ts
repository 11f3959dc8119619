// What shows where a kept line is: imports, the file's header, signatures, headings.
import type { Deadline } from '../deadline.js'
import { Kind } from '../text/line-kinds.js'
import type { SplitText } from '../text/lines.js'
import { isLicence, openingComment } from '../text/opening-comment.js'
import type { Structure } from '../text/structure.js'
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
  protectHeader(split, structure, levels)
}

/** The comment that opens a file; only the first lines of a licence. */
function protectHeader(split: SplitText, structure: Structure, levels: Uint8Array): void {
  const end = openingComment(split, structure)
  const most = isLicence(split, end) ? LICENCE_LINES : HEADER_LINES
  levels.fill(Protection.Outline, 0, Math.min(end, most))
}

/** In documents: every heading; in a diff: the files and the hunks. */
export function protectHeadings(
  { kinds }: Structure,
  levels: Uint8Array,
  deadline: Deadline,
): void {
  for (let i = 0; i < levels.length; i++) {
    if ((i & 1023) === 0) deadline.spend(4096)
    if (kinds[i] === Kind.Heading && levels[i] === Protection.None) levels[i] = Protection.Outline
  }
}
