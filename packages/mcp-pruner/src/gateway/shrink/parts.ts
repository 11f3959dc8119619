// What of a value can be left out: the items of its lists, the members of its maps and the lines of its long strings,
// wherever they stand. What an item holds belongs to it, unless it is so large that it is chosen from itself.
import { ExactNumber, printJson, splitLines } from '@jeeves/mcp-runtime'
import { isFields } from '../../rpc/message.js'

/** How deep parts are looked for. */
const MAX_LEVELS = 12
/** A larger item is chosen from itself. */
const LARGE_CHARS = 2000
/** A longer string is a text. */
const LONG_TEXT = 1000
/** Beside a larger one, a part of less than this many characters, and this share of all, is left whole. */
const SMALL_CHARS = 400
const SMALL_SHARE = 1 / 20
/** Members that are records of one kind, or values of one kind, are entries of a map from so many on. */
const MAP_OF_RECORDS = 8
const MAP_OF_VALUES = 20

/** An object or a list with parts in it. */
export interface Frame {
  readonly kind: 'frame'
  readonly value: object
  /** Characters as JSON. */
  readonly size: number
  readonly inside: readonly (readonly [key: string, node: Node])[]
}

export interface Collection {
  readonly kind: 'collection'
  readonly unit: 'items' | 'members'
  readonly size: number
  readonly entries: readonly Entry[]
}

/** A long string. */
export interface LongText {
  readonly kind: 'text'
  readonly text: string
  readonly size: number
  readonly lines: readonly string[]
  /** The number of its first line among all that can be chosen; -1 when they cannot. */
  first: number
}

export interface Entry {
  readonly key: string
  readonly value: unknown
  /** The value as JSON. */
  readonly json: string
  readonly size: number
  /** Its number among all that can be chosen; -1 when it cannot, and stays. */
  line: number
  /** Of a large one, what of it can be chosen. */
  readonly node: Node | undefined
}

export type Node = Frame | Collection | LongText

export interface Explored {
  /** The first characters of its JSON. */
  readonly sample: string
  readonly root: Node | undefined
  /** One for each entry and each line of a text: what a question is asked of. */
  readonly lines: readonly string[]
  /** The lines are those of one text, which is most of the value. */
  readonly isText: boolean
}

/** Of a value that is mostly one text, the question is asked of that text, as any other tool would ask it. */
const DOMINANT_SHARE = 0.5

const SAMPLE_CHARS = 100_000

export function explore(value: unknown, withTexts: boolean): Explored {
  const json = printJson(value)
  const size = json.length
  const sample = json.slice(0, SAMPLE_CHARS)
  const { root, lines, texts, entries } = new Explorer(value, size, withTexts)
  const largest = texts.reduce<LongText | undefined>(
    (best, text) => (text.lines.length > 1 && text.size > (best?.size ?? 0) ? text : best),
    undefined,
  )
  if (!largest || largest.size < size * DOMINANT_SHARE) {
    return { root, lines, isText: false, sample }
  }
  for (const entry of entries) entry.line = -1
  for (const text of texts) text.first = text === largest ? 0 : -1
  return { root, lines: largest.lines, isText: true, sample }
}

class Explorer {
  readonly root: Node | undefined
  readonly lines: string[] = []
  readonly texts: LongText[] = []
  readonly entries: Entry[] = []
  readonly #value: unknown
  readonly #size: number
  readonly #withTexts: boolean

  constructor(value: unknown, size: number, withTexts: boolean) {
    this.#value = value
    this.#size = size
    this.#withTexts = withTexts
    this.root = this.#look(value, 0)
  }

  #look(item: unknown, level: number): Node | undefined {
    if (typeof item === 'string') return this.#text(item)
    if (!isContainer(item) || level > MAX_LEVELS) return undefined
    const isList = Array.isArray(item)
    if (isList ? item.length > 1 : isMap(item)) return this.#collection(item, isList, level)
    const inside = Object.entries(item).flatMap(([key, member]: [string, unknown]) => {
      const node = this.#look(member, level + 1)
      return node ? [[key, node] as const] : []
    })
    const whole = () => (item === this.#value ? this.#size : printJson(item).length)
    return inside.length > 0 ? { kind: 'frame', value: item, size: whole(), inside } : undefined
  }

  #text(text: string): LongText | undefined {
    if (!this.#withTexts || text.length <= LONG_TEXT) return undefined
    const lines = splitLines(text)
    const size = JSON.stringify(text).length
    const node: LongText = { kind: 'text', text, size, lines, first: this.lines.length }
    for (const line of lines) this.lines.push(line)
    this.texts.push(node)
    return node
  }

  #collection(item: object, isList: boolean, level: number): Collection | undefined {
    const printed = Object.entries(item).map(([key, member]: [string, unknown]) => {
      const name = isList ? '' : `${JSON.stringify(key)}:`
      return { key, member, name, whole: printJson(member) }
    })
    // Brackets, and a comma between two.
    const all = printed.reduce((sum, { name, whole }) => sum + name.length + whole.length + 1, 1)
    if (all < Math.min(SMALL_CHARS, this.#size * SMALL_SHARE)) return undefined
    const entries = printed.map(({ key, member, name, whole }): Entry => {
      const line = this.lines.length
      this.lines.push(name + whole)
      const node = whole.length > LARGE_CHARS ? this.#look(member, level + 1) : undefined
      // What it holds has lines of its own.
      if (node) this.lines[line] = name + printJson(withoutParts(node) ?? null)
      const size = name.length + whole.length + 1
      const entry = { key, value: member, json: whole, size, line, node }
      this.entries.push(entry)
      return entry
    })
    return { kind: 'collection', unit: isList ? 'items' : 'members', size: all, entries }
  }
}

function withoutParts(node: Node): unknown {
  if (node.kind !== 'frame') return undefined
  return withMembers(
    node.value,
    node.inside.map(([key, inner]) => [key, withoutParts(inner)]),
  )
}

export function withMembers(
  value: object,
  members: readonly (readonly [string, unknown])[],
): unknown {
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
