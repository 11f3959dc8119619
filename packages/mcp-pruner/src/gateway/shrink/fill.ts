// A value with as much of its parts as there is room for: of what a question chose, else of all. Of a list that is its
// first items and those that tell of something gone wrong; of a text its ends and the same. Without a bound, exactly
// what was chosen.
import { shapeLines, textBytes } from '@jeeves/mcp-runtime'
import { evidenceLines } from '@jeeves/pruner'
import { type Cut, type KeptAs, keptLinesOf, readOnMark } from './note.js'
import { type Collection, type Entry, type LongText, type Node, withMembers } from './parts.js'

export interface Shrunk {
  readonly value: unknown
  /** What is missing of it. */
  readonly cuts: readonly Cut[]
}

export interface FillOptions {
  /** Characters of the value as JSON; `Infinity`: all that was chosen. */
  readonly room: number
  /** The only lines (0-based) to show; absent: any. */
  readonly chosen?: ReadonlySet<number> | undefined
  readonly keptAs: KeptAs
}

/** What a mark takes. */
const MARK_CHARS = 60
const READ_ON_CHARS = 200
/** Less of a text says nothing. */
const LEAST_TEXT = 120
/** Less of a large item says nothing. */
const LEAST_ITEM = 500
/** Fewer whole items than this, and large ones are shown in part. */
const FEW_ITEMS = 3
/** What went wrong gets so much of the room, when it is told by few of the items. */
const EVIDENCE_SHARE = 0.25
const FEW_OF_ALL = 0.2

export const fill = (root: Node, options: FillOptions): Shrunk => new Filler(options).fill(root)

/** Where a part stands in what is shown, and in the whole. */
type Place = Required<Pick<Cut, 'path' | 'source'>>

const inside = ({ path, source }: Place, key: string, place = key): Place => ({
  path: [...path, place],
  source: [...source, key],
})

class Filler {
  readonly #room: number
  readonly #isBounded: boolean
  readonly #chosen: ReadonlySet<number> | undefined
  readonly #keptAs: KeptAs
  readonly #cuts: Cut[] = []

  constructor({ room, chosen, keptAs }: FillOptions) {
    this.#room = room
    this.#isBounded = room < Number.POSITIVE_INFINITY
    this.#chosen = chosen
    this.#keptAs = keptAs
  }

  fill(root: Node): Shrunk {
    return { value: this.#make(root, this.#room, { path: [], source: [] }), cuts: this.#cuts }
  }

  #make(node: Node, room: number, at: Place): unknown {
    if (node.kind === 'collection') return this.#collection(node, room, at)
    if (node.kind === 'text') return this.#text(node, room, at)
    const sizes = node.inside.map(([, inner]) => inner.size)
    const fixed = node.size - sizes.reduce((sum, size) => sum + size, 0)
    const shares = this.#isBounded ? shareOut(sizes, Math.max(0, room - fixed)) : []
    const members = node.inside.map(
      ([key, inner], i) =>
        [
          key,
          this.#make(inner, this.#isBounded ? (shares[i] ?? 0) : room, inside(at, key)),
        ] as const,
    )
    return withMembers(node.value, members)
  }

  #collection(node: Collection, room: number, at: Place): unknown {
    const { entries, unit } = node
    const shares = this.#planned(node, room)
    const shown = entries.filter((entry) => shares.has(entry))
    const { length } = shown
    if (length < entries.length) {
      const isPrefix = shown.every((entry, i) => entry === entries[i])
      const cut = { ...at, shown: length, total: entries.length, unit }
      // What follows a choice is not its next part.
      this.#cuts.push(this.#isBounded ? { ...cut, isPrefix } : cut)
    }
    const made = shown.map((entry, i): [string, unknown] => {
      const { key, value, size, node: inner } = entry
      const share = this.#isBounded ? (shares.get(entry) ?? 0) : room
      const isWhole = !inner || (share >= size && !this.#isNarrowed(entry))
      const place = inside(at, key, unit === 'items' ? String(i) : key)
      return [key, isWhole ? value : this.#make(inner, share, place)]
    })
    return unit === 'items' ? made.map(([, value]) => value) : Object.fromEntries(made)
  }

  /** Something in it was not chosen. */
  #isNarrowed({ line, node }: Entry): boolean {
    return this.#chosen !== undefined && node !== undefined && (line !== -1 || !this.#isBounded)
  }

  /** The entries that are shown, and the room of each. */
  #planned({ entries }: Collection, room: number): ReadonlyMap<Entry, number> {
    const chosen = this.#chosen
    const wanted = chosen ? entries.filter((entry) => isChosen(entry, chosen)) : entries
    const pool = wanted.length === 0 ? entries.slice(0, 1) : wanted
    const plan = new Map<Entry, number>()
    const isAll = pool.length === entries.length
    const needs = pool.reduce((sum, { size }) => sum + size, 0)
    let left = room - (isAll && needs <= room ? 2 : MARK_CHARS)
    const take = (entry: Entry, most = left): boolean => {
      if (plan.has(entry)) return true
      if (entry.size > Math.min(left, most)) return false
      plan.set(entry, entry.size)
      left -= entry.size
      return true
    }
    if (!chosen && needs > room) {
      let most = left * EVIDENCE_SHARE
      for (const entry of evidenceOf(pool)) {
        if (take(entry, most)) most -= entry.size
      }
    }
    for (const entry of pool) if (!take(entry)) break
    if (plan.size >= Math.min(FEW_ITEMS, pool.length)) return plan
    const large = pool.filter((entry) => !plan.has(entry))
    const some = large.slice(0, Math.max(plan.size === 0 ? 1 : 0, Math.floor(left / LEAST_ITEM)))
    const shares = shareOut(
      some.map(({ size }) => size),
      Math.max(0, left),
    )
    for (const [i, entry] of some.entries()) {
      if (entry.node || plan.size === 0) plan.set(entry, shares[i] ?? 0)
    }
    return plan
  }

  #text(node: LongText, room: number, at: Place): string {
    const { first, text, size } = node
    const isAsked = this.#chosen !== undefined && first !== -1
    if (!isAsked && size <= room) return text
    const wanted = (line: number) => this.#chosen?.has(first + line) === true
    if (!this.#isBounded) return this.#onlyLines(node, wanted, at)
    const bytes = Math.floor((room - READ_ON_CHARS) * bytesPerChar(node))
    if (bytes < LEAST_TEXT) return this.#cutMark(node, 0, 1, at)
    const shaped = shapeLines(text, {
      maxBytes: bytes,
      ...(isAsked ? { first: wanted } : { keep: evidenceIn(node) }),
    })
    if (!shaped.truncated) return text
    const said = this.#cutMark(node, shaped.shownLines, shaped.firstCutLine, at)
    return `${shaped.text}${shaped.text.endsWith('\n') ? '' : '\n'}${said}`
  }

  #onlyLines(node: LongText, wanted: (line: number) => boolean, at: Place): string {
    const { lines, text } = node
    const cutLines = lines.flatMap((_, i) => (wanted(i) ? [] : [i]))
    const [firstCut] = cutLines
    if (firstCut === undefined) return text
    const said = this.#cutMark(node, lines.length - cutLines.length, firstCut + 1, at)
    return `${keptLinesOf(lines, wanted)}\n${said}`
  }

  #cutMark({ lines, text }: LongText, shown: number, firstCut: number, at: Place): string {
    const cut: Cut = { ...at, shown, total: lines.length, unit: 'lines', characters: text.length }
    this.#cuts.push(cut)
    return readOnMark(cut, firstCut, this.#keptAs)
  }
}

function isChosen({ line, node }: Entry, kept: ReadonlySet<number>): boolean {
  return line === -1 || kept.has(line) || (node !== undefined && hasChosen(node, kept))
}

function hasChosen(node: Node, kept: ReadonlySet<number>): boolean {
  if (node.kind === 'collection') return node.entries.some((entry) => isChosen(entry, kept))
  if (node.kind === 'frame') return node.inside.some(([, inner]) => hasChosen(inner, kept))
  return node.first !== -1 && node.lines.some((_, i) => kept.has(node.first + i))
}

/** Of a text as JSON; a sample tells. */
function bytesPerChar({ text }: LongText): number {
  const sample = text.slice(0, SAMPLE_CHARS)
  return textBytes(sample) / JSON.stringify(sample).length
}
const SAMPLE_CHARS = 20_000

const evidence = new WeakMap<object, (line: number) => boolean>()

/** A text is looked through once, however often it is cut. */
function evidenceIn(node: LongText): (line: number) => boolean {
  return (line) => {
    const isEvidence = evidence.get(node) ?? evidenceLines(node.text)
    evidence.set(node, isEvidence)
    return isEvidence(line)
  }
}

const evident = new WeakMap<Entry, readonly Entry[]>()

/** Entries that tell of something gone wrong, unless many do. */
function evidenceOf(entries: readonly Entry[]): readonly Entry[] {
  const [first] = entries
  if (!first) return []
  const known = evident.get(first)
  if (known) return known
  const isEvidence = evidenceLines(entries.map(({ json }) => json).join('\n'))
  const found = entries.filter((_, i) => isEvidence(i))
  const few = found.length <= entries.length * FEW_OF_ALL ? found : []
  evident.set(first, few)
  return few
}

/** Small parts all they need, large ones an equal share of what is left. */
export function shareOut(sizes: readonly number[], room: number): readonly number[] {
  const shares = sizes.map(() => 0)
  const order = sizes.map((size, i) => ({ size, i })).filter(({ size }) => size > 0)
  order.sort((a, b) => a.size - b.size)
  let left = room
  for (const [done, { size, i }] of order.entries()) {
    const share = Math.min(size, Math.floor(left / (order.length - done)))
    shares[i] = share
    left -= share
  }
  return shares
}
