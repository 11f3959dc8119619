// How a cut text says how much of it is shown and how the rest is read.
import { cutNote, formatPointer } from '@jeeves/mcp-runtime'
import { type Cut, markOf, READ_TOOL } from './note.js'

/** Where the whole is kept, as far as that is known. */
export interface KeptAs {
  readonly ref?: string | undefined
  /** Leads from the kept JSON to the value; absent when no pointer does. */
  readonly base?: readonly string[] | undefined
}

/** The lines that are kept, with how many are missing in between. */
export function keptLinesOf(lines: readonly string[], isKept: (line: number) => boolean): string {
  const out: string[] = []
  let next = 0
  for (let at = 0; at <= lines.length; at++) {
    if (at < lines.length && !isKept(at)) continue
    if (at > next) out.push(cutNote(next + 1, at))
    if (at < lines.length) out.push(lines[at] ?? '')
    next = at + 1
  }
  return out.join('\n')
}

/** The last line of a text that was cut. */
export function readOnMark(
  { shown, total, characters, source = [] }: Cut,
  firstCut: number,
  { ref, base }: KeptAs,
): string {
  const size = `${shown} of ${total} lines (${characters} characters) shown`
  if (base === undefined)
    return markOf(ref === undefined ? size : `${size}; the whole: ${READ_TOOL} ${ref}`)
  const pointer = `pointer=${formatPointer([...base, ...source])} start_line=${firstCut}`
  return markOf(`${size}; read on: ${READ_TOOL} ${ref === undefined ? '' : `${ref} `}${pointer}`)
}
