// How an answer says what is missing of it and where the whole is. A note begins as no data does.
import { formatPointer, noteStart } from '@jeeves/mcp-runtime'

export const READ_TOOL = 'artifact_read'

export const noteOf = (what: string, ref: string): string =>
  `${noteStart()}${what}; the whole: ${READ_TOOL} ${ref}⟧`

/** A mark inside what was cut, where the note stands elsewhere. */
export const markOf = (what: string): string => `${noteStart()}${what}⟧`

/** What a cut string ends with. */
export const cutSuffix = (): string => `...${markOf('cut')}`

/** Something of which a part is shown. */
export interface Cut {
  /** Where it stands in what is shown. */
  readonly path: readonly string[]
  /** And in the whole, if elsewhere. */
  readonly source?: readonly string[]
  readonly shown: number
  readonly total: number
  readonly unit: 'blocks' | 'items' | 'members' | 'lines' | 'characters'
  /** Of a text. */
  readonly characters?: number
  /** What is shown is the beginning of it. */
  readonly isPrefix?: boolean
}

/**
 * The members that say in an object what is missing of it, the fullest first. A member of the tool's own is never
 * overwritten, nor replaced where it was dropped, so those of `original` are not used.
 */
export function* noteMembers(
  note: string,
  ref: string,
  cuts: readonly Cut[],
  original: unknown,
): Generator<Readonly<Record<string, unknown>>> {
  const main = mainCut(cuts)
  const taken = typeof original === 'object' && original !== null ? original : {}
  for (const members of [
    { artifactRef: ref, truncated: true, ...(main && { count: main.total }), note },
    { artifactRef: ref, truncated: true, note },
    { artifactRef: ref, note },
    { note },
  ]) {
    if (!Object.keys(members).some((name) => Object.hasOwn(taken, name))) yield members
  }
}

/** More than this is in the artifact to see. */
export const MOST_CUTS = 6

/** Of lists that were cut, the one that an answer is about: the outermost, and of those the longest. */
const mainCut = (cuts: readonly Cut[]): Cut | undefined =>
  cuts
    .filter(({ unit }) => unit === 'items')
    .toSorted((a, b) => a.path.length - b.path.length || b.total - a.total)[0]

/** `only 10 of 500 items of /rows shown`. Lists first: they are what a reader counts on. */
export function describeCuts(cuts: readonly Cut[]): string {
  const ordered = cuts.toSorted((a, b) => RANK[a.unit] - RANK[b.unit])
  const told = ordered
    .slice(0, MOST_CUTS)
    .map(
      ({ path, source = path, shown, total, unit }) => `${shown} of ${total} ${unit}${of(source)}`,
    )
  const others = cuts.length - MOST_CUTS
  const more = others > 0 ? ` and ${others} more cut${others === 1 ? '' : 's'}` : ''
  return `only ${told.join(', ')} shown${more}`
}

const RANK = { blocks: 0, items: 1, members: 2, lines: 3, characters: 4 } as const

const of = (path: readonly string[]): string =>
  path.length === 0 ? '' : ` of ${formatPointer(path)}`
