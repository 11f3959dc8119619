// How an answer says what is missing of it and where the whole is: in notes, in marks inside data of which a part was
// chosen, and in the last line of a text that was cut. A note begins as no data does.
import {
  asPartOf,
  ExactNumber,
  formatPointer,
  noteStart,
  type Omission,
  omittedKey,
  shownMark,
  totalOf,
} from '@jeeves/mcp-runtime'
import { isFields } from '../../rpc/message.js'

export const READ_TOOL = 'artifact_read'

export const noteOf = (what: string, ref: string): string =>
  `${noteStart()}${what}; the whole: ${READ_TOOL} ${ref}⟧`

/** A mark inside what was cut, where the note stands elsewhere. */
export const markOf = (what: string): string => `${noteStart()}${what}⟧`

/** What a cut string ends with. */
export const cutSuffix = (): string => `...${markOf('cut')}`

/**
 * The members that say in an object what is missing of it, the fullest first. A member of the tool's own is never
 * overwritten, nor replaced where it was dropped, so those of `original` are not used.
 */
export function* noteMembers(
  note: string,
  ref: string,
  cuts: readonly Omission[],
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
export const MAX_CUTS = 6

/** Of lists that were cut, the one that an answer is about: the outermost, and of those the longest. */
const mainCut = (cuts: readonly Omission[]): Omission | undefined =>
  cuts
    .filter(({ unit }) => unit === 'items')
    .toSorted((a, b) => a.path.length - b.path.length || b.total - a.total)[0]

/** `only 10 of 500 items of /rows shown`. Lists first: they are what a reader counts on. */
export function describeCuts(cuts: readonly Omission[]): string {
  const ordered = cuts.toSorted((a, b) => RANK[a.unit] - RANK[b.unit])
  const parts = ordered
    .slice(0, MAX_CUTS)
    .map(
      ({ path, source = path, shown, total, unit }) =>
        `${shown} of ${total} ${unit}${inWhole(source)}`,
    )
  const others = cuts.length - MAX_CUTS
  const more = others > 0 ? ` and ${others} more cut${others === 1 ? '' : 's'}` : ''
  return `only ${parts.join(', ')} shown${more}`
}

/** Those that are not inside of others. */
export function outermost(cuts: readonly Omission[]): readonly Omission[] {
  const places = new Set(cuts.map(({ path }) => formatPointer(path)))
  return cuts.filter(
    ({ path }) => !path.some((_, level) => places.has(formatPointer(path.slice(0, level)))),
  )
}

const RANK = { blocks: 0, items: 1, members: 2, lines: 3, characters: 4 } as const

const inWhole = (path: readonly string[]): string =>
  path.length === 0 ? '' : ` of ${formatPointer(path)}`

/** A copy whose lists and maps are known to be parts of longer ones. */
export function withTotals(value: unknown, cuts: readonly Omission[]): unknown {
  if (cuts.length === 0) return value
  const copy = mapped(value, (part) => part)
  for (const { path, total, unit } of cuts) {
    if (unit !== 'items' && unit !== 'members') continue
    const part = path.reduce(memberOf, copy)
    if (typeof part === 'object' && part !== null) asPartOf(part, total)
  }
  return copy
}

function memberOf(value: unknown, key: string): unknown {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
  return isThere ? (value as Record<string, unknown>)[key] : undefined
}

/** The value with a mark in each part. */
export function withMarks(value: unknown, cuts: readonly Omission[]): unknown {
  return mapped(withTotals(value, cuts), (copy, of) => {
    const total = totalOf(of)
    if (total === undefined) return copy
    if (Array.isArray(copy)) return [...copy, shownMark(copy.length, total)]
    const names = Object.keys(copy)
    return { ...copy, [omittedKey(names)]: total - names.length }
  })
}

/** A copy, with each list and object in it as `make` has it. */
function mapped(value: unknown, make: (copy: object, of: object) => object): unknown {
  if (Array.isArray(value)) {
    return make(
      value.map((item) => mapped(item, make)),
      value,
    )
  }
  if (!isFields(value) || value instanceof ExactNumber) return value
  const members = Object.entries(value).map(([key, member]) => [key, mapped(member, make)])
  return make(Object.fromEntries(members), value)
}

/** Where the whole is kept, as far as that is known. */
export interface KeptAs {
  readonly ref?: string | undefined
  /** Leads from the kept JSON to the value; absent when no pointer does. */
  readonly base?: readonly string[] | undefined
}

/** The last line of a text that was cut. */
export function readOnMark(
  { shown, total, characters, source = [] }: Omission,
  firstCut: number,
  { ref, base }: KeptAs,
): string {
  const size = `${shown} of ${total} lines (${characters} characters) shown`
  if (base === undefined)
    return markOf(ref === undefined ? size : `${size}; the whole: ${READ_TOOL} ${ref}`)
  const pointer = `pointer=${formatPointer([...base, ...source])} start_line=${firstCut}`
  return markOf(`${size}; read on: ${READ_TOOL} ${ref === undefined ? '' : `${ref} `}${pointer}`)
}
