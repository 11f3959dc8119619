// What a question can choose of data: the items of its lists and the members of its maps, wherever they stand. What
// an item holds belongs to it, unless it is so large that its own lists are chosen from as well.
import { ExactNumber, printJson } from '@jeeves/mcp-runtime'
import { isFields } from '../../rpc/message.js'
import type { Cut } from '../shape/note.js'

/** How deep collections are looked for. */
const MAX_LEVELS = 12
/** A larger item is chosen from itself. */
const LARGE_CHARS = 2000
/** Beside a larger one, a collection of less than this many characters, and part of all, is left whole. */
const SMALL_CHARS = 400
const SMALL_PART = 1 / 20
/** Members that are records of one kind, or values of one kind, are entries of a map from so many on. */
const MAP_OF_RECORDS = 8
const MAP_OF_VALUES = 20

/** An object or a list with collections in it. */
interface Frame {
  readonly kind: 'frame'
  readonly value: object
  readonly inside: readonly (readonly [key: string, node: Node])[]
}

interface Collection {
  readonly kind: 'collection'
  readonly unit: 'items' | 'members'
  readonly entries: readonly Entry[]
}

interface Entry {
  readonly key: string
  readonly value: unknown
  /** Its line among all that can be chosen. */
  readonly line: number
  /** Of a large one, what of it can be chosen. */
  readonly node: Node | undefined
}

type Node = Frame | Collection

export class Choosable {
  /** One for each entry. */
  readonly lines: readonly string[]
  readonly #root: Node | undefined

  constructor(value: unknown) {
    const lines: string[] = []
    const least = Math.min(SMALL_CHARS, sizeOf(value) * SMALL_PART)
    this.#root = explore(value, lines, least, 0)
    this.lines = lines
  }

  /** The value with the entries of these lines (0-based), and what is missing of it. */
  narrow(kept: ReadonlySet<number>): { readonly value: unknown; readonly cuts: readonly Cut[] } {
    const cuts: Cut[] = []
    return { value: this.#root && make(this.#root, [], []), cuts }

    function make(node: Node, path: readonly string[], source: readonly string[]): unknown {
      if (node.kind === 'frame') {
        return withMembers(
          node.value,
          node.inside.map(([key, inner]) => [key, make(inner, [...path, key], [...source, key])]),
        )
      }
      const { entries, unit } = node
      const chosen = entries.filter((entry) => isChosen(entry, kept))
      // The first stands for those of which none was chosen: nothing is shown empty that is not.
      const shown = chosen.length === 0 ? entries.slice(0, 1) : chosen
      if (shown.length < entries.length) {
        cuts.push({ path, source, shown: shown.length, total: entries.length, unit })
      }
      const made = shown.map(({ key, value, node: inner }, i): [string, unknown] => {
        const place = unit === 'items' ? String(i) : key
        return [key, inner ? make(inner, [...path, place], [...source, key]) : value]
      })
      return unit === 'items' ? made.map(([, value]) => value) : Object.fromEntries(made)
    }
  }
}

function isChosen({ line, node }: Entry, kept: ReadonlySet<number>): boolean {
  if (kept.has(line)) return true
  if (!node) return false
  return node.kind === 'collection'
    ? node.entries.some((entry) => isChosen(entry, kept))
    : node.inside.some(([key, inner]) =>
        isChosen({ key, value: undefined, line: -1, node: inner }, kept),
      )
}

/** Collections of `least` characters or more; their entries become `lines`. */
function explore(value: unknown, lines: string[], least: number, level: number): Node | undefined {
  if (!isContainer(value) || level > MAX_LEVELS) return undefined
  const isList = Array.isArray(value)
  if (isList ? value.length > 1 : isMap(value)) {
    if (sizeOf(value) < least) return undefined
    const unit = isList ? 'items' : 'members'
    const entries = Object.entries(value).map(([key, item]: [string, unknown]): Entry => {
      const name = isList ? '' : `${JSON.stringify(key)}:`
      const whole = printJson(item)
      const line = lines.length
      lines.push(name + whole)
      const node = whole.length > LARGE_CHARS ? explore(item, lines, least, level + 1) : undefined
      // What it holds has lines of its own.
      if (node) lines[line] = name + printJson(withoutCollections(node))
      return { key, value: item, line, node }
    })
    return { kind: 'collection', unit, entries }
  }
  const inside = Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const node = explore(item, lines, least, level + 1)
    return node ? [[key, node] as const] : []
  })
  return inside.length > 0 ? { kind: 'frame', value, inside } : undefined
}

function withoutCollections(node: Node): unknown {
  if (node.kind === 'collection') return undefined
  return withMembers(
    node.value,
    node.inside.map(([key, inner]) => [key, withoutCollections(inner)]),
  )
}

function withMembers(value: object, members: readonly (readonly [string, unknown])[]): unknown {
  const others = new Map(members)
  const made = Object.entries(value).map(([key, member]: [string, unknown]): [string, unknown] => [
    key,
    others.has(key) ? others.get(key) : member,
  ])
  return Array.isArray(value) ? made.map(([, member]) => member) : Object.fromEntries(made)
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber)

/** Records under names, such as services by their id: what a list of records would be, written otherwise. */
function isMap(value: object): boolean {
  const members: unknown[] = Object.values(value)
  const [first] = members
  const kind = kindOf(first)
  if (members.length < (kind === 'record' ? MAP_OF_RECORDS : MAP_OF_VALUES)) return false
  return members.every(
    (member) => kindOf(member) === kind && (kind !== 'record' || isAlike(first, member)),
  )
}

const isAlike = (a: unknown, b: unknown): boolean =>
  isFields(a) && isFields(b) && Object.keys(a).some((key) => Object.hasOwn(b, key))

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (value instanceof ExactNumber) return 'number'
  return isFields(value) ? 'record' : typeof value
}

const sizeOf = (value: unknown): number => printJson(value).length
