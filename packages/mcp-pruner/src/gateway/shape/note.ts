// How an answer says what is missing of it and where the whole is. A note begins as no data does.
import { formatPointer, NOTE_START } from '@jeeves/mcp-runtime'

export const READ_TOOL = 'artifact_read'

export const noteOf = (what: string, ref: string): string =>
  `${NOTE_START}${what}; the whole: ${READ_TOOL} ${ref}⟧`

/** A mark inside what was cut, where the note stands elsewhere. */
export const markOf = (what: string): string => `${NOTE_START}${what}⟧`

/** What a cut string ends with. */
export const CUT_SUFFIX = `...${markOf('cut')}`

/** Something of which a part is shown. */
export interface Cut {
  readonly path: readonly string[]
  readonly shown: number
  readonly total: number
  readonly unit: 'items' | 'members' | 'characters'
}

/** More than this is in the artifact to see. */
const MOST_CUTS = 6

/** `only 10 of 500 items of /rows shown`. Lists first: they are what a reader counts on. */
export function describeCuts(cuts: readonly Cut[]): string {
  const ordered = cuts.toSorted((a, b) => RANK[a.unit] - RANK[b.unit])
  const told = ordered
    .slice(0, MOST_CUTS)
    .map(({ path, shown, total, unit }) => `${shown} of ${total} ${unit}${of(path)}`)
  const more = cuts.length > MOST_CUTS ? ` and ${cuts.length - MOST_CUTS} more cuts` : ''
  return `only ${told.join(', ')} shown${more}`
}

const RANK = { items: 0, members: 1, characters: 2 } as const

const of = (path: readonly string[]): string =>
  path.length === 0 ? '' : ` of ${formatPointer(path)}`
