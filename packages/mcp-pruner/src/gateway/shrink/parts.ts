// What of a value can be left out: the items of its lists, the members of its maps and the lines of its long strings,
// wherever they stand. What an item holds belongs to it, unless it is so large that it is chosen from itself.
import { printJson, splitLines } from '@jeeves/mcp-runtime'
import { isCanonical, isCollection, isContainer, MAX_LEVELS, PartPrinter } from './print-parts.js'

/** A larger item is chosen from itself. */
const LARGE_CHARS = 2000
/** A longer string is a text. */
const LONG_TEXT = 1000
/** Beside a larger one, a part of less than this many characters, and this share of all, is left whole. */
const SMALL_CHARS = 400
const SMALL_SHARE = 1 / 20
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

/** `source` is the text that the value was read from, if it is known. */
export function explore(value: unknown, withTexts: boolean, source?: string): Explored {
  const printer = new PartPrinter()
  const isSource = source !== undefined && isCanonical(source)
  const json = printer.text(value, 0, isSource ? source : undefined)
  const size = json.length
  const sample = json.slice(0, SAMPLE_CHARS)
  const { root, lines, texts, entries } = new Explorer(value, size, withTexts, printer)
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
  readonly #size: number
  readonly #withTexts: boolean
  readonly #printer: PartPrinter

  constructor(value: unknown, size: number, withTexts: boolean, printer: PartPrinter) {
    this.#size = size
    this.#withTexts = withTexts
    this.#printer = printer
    this.root = this.#look(value, 0)
  }

  #look(item: unknown, level: number): Node | undefined {
    if (typeof item === 'string') return this.#text(item)
    if (!isContainer(item) || level > MAX_LEVELS) return undefined
    if (isCollection(item)) return this.#collection(item, level)
    const inside = Object.entries(item).flatMap(([key, member]: [string, unknown]) => {
      const node = this.#look(member, level + 1)
      return node ? [[key, node] as const] : []
    })
    if (inside.length === 0) return undefined
    const size = this.#printer.text(item, level).length
    return { kind: 'frame', value: item, size, inside }
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

  #collection(item: object, level: number): Collection | undefined {
    const { keys, names, members, values, whole: all } = this.#printer.parts(item, level)
    if (all.length < Math.min(SMALL_CHARS, this.#size * SMALL_SHARE)) return undefined
    const entries = values.map((whole, i): Entry => {
      const name = names?.[i] ?? ''
      const line = this.lines.length
      this.lines.push(name + whole)
      const node = whole.length > LARGE_CHARS ? this.#look(members[i], level + 1) : undefined
      // What it holds has lines of its own.
      if (node) this.lines[line] = name + printJson(withoutParts(node) ?? null)
      // And the comma after it.
      const size = name.length + whole.length + 1
      const entry = { key: keys[i]!, value: members[i], json: whole, size, line, node }
      this.entries.push(entry)
      return entry
    })
    const unit = names ? 'members' : 'items'
    return { kind: 'collection', unit, size: all.length, entries }
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
