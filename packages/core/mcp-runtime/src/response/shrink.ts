// The one shrinker of data: a value, a budget and a policy in; a value within the budget and what was left out of it,
// out. Bytes are counted as they are sent, so the budget is exact. Small parts get all that they need, large ones an
// equal share of the rest, and what one does not use goes to the others.
import type { ResponseLimits } from '@jeeves/contracts'
import { cutText } from '../json/cut-text.js'
import { setOwn } from '../json/exact-json.js'
import { type Encoding, jsonCost } from '../json/sizes.js'
import { flatten } from './flatten.js'
import { lineCut } from './line-cut.js'
import {
  type NoteStyle,
  nestedMark,
  noteCost,
  noteStyleFor,
  type Omission,
  withNote,
} from './omission-notes.js'
import { type Made, PartSizes } from './part-sizes.js'
import { membersByImportance, Part } from './parts.js'
import { EntryPlanner, inTurn, type Planned } from './plan-entries.js'
import type { PartDemands, ShrinkPolicy } from './shrink-policy.js'

export interface Shrunk {
  readonly value: unknown
  /** What is missing of it. */
  readonly cuts: readonly Omission[]
  /** What it takes on the wire; only part of that if there was no limit. */
  readonly bytes: number
}

/** `undefined`: nothing of it is small enough. `maxBytes` may be infinite: then it is exactly what was chosen. */
export function shrink(root: Part, maxBytes: number, policy: ShrinkPolicy): Shrunk | undefined {
  return new Shrinker(policy).shrink(root, maxBytes)
}

/** Below this a cut string says nothing. */
const MIN_LENGTH = 12
/** Bytes of the smallest member of an object: `"":0,`. */
const MIN_MEMBER = 5

/** Where a part stands in what is shown; known once its neighbours are. */
interface Spot {
  readonly up: Spot | undefined
  readonly source: string
  name: string
}

interface Place {
  readonly level: number
  readonly spot: Spot
  readonly demands: PartDemands | undefined
  /** It is shown even if there is no room for it. */
  readonly isDemanded: boolean
}

class Shrinker {
  readonly #policy: ShrinkPolicy
  readonly #limits: ResponseLimits
  readonly #encoding: Encoding
  readonly #cuts: (Omit<Omission, 'path' | 'source'> & { readonly spot: Spot })[] = []
  readonly #sizes: PartSizes
  readonly #planner: EntryPlanner

  constructor(policy: ShrinkPolicy) {
    this.#policy = policy
    this.#limits = policy.limits
    this.#encoding = policy.encoding
    this.#sizes = new PartSizes(policy)
    this.#planner = new EntryPlanner(policy, this.#sizes)
  }

  shrink(root: Part, maxBytes: number): Shrunk | undefined {
    const spot = { up: undefined, source: '', name: '' }
    const { level = 1, demands } = this.#policy
    const made = this.#make(root, maxBytes, { level, spot, demands, isDemanded: !!demands })
    if (!made) return undefined
    const cuts = this.#cuts.map(({ spot: at, ...cut }) => ({ ...cut, ...pathsOf(at) }))
    return { value: made.value, cuts, bytes: made.cost }
  }

  #make(part: Part, room: number, at: Place): Made | undefined {
    const { reading, size } = part
    const { demands, isDemanded } = at
    if (demands?.isFixed) {
      const cost = jsonCost(part.json, this.#encoding)
      return isDemanded || cost <= room ? { value: part.source, cost } : undefined
    }
    if (reading.kind === 'scalar' || reading.kind === 'nothing') {
      const value = reading.kind === 'scalar' ? reading.value : null
      if (typeof value === 'string') return this.#text(part, value, room, at)
      const cost = jsonCost(String(value), this.#encoding)
      return isDemanded || cost <= room ? { value, cost } : undefined
    }
    if (part.isCircular) return this.#replaced('[circular]', size, room, at)
    if (size > 0 && at.level >= this.#limits.maxJsonDepth && !demands?.isTyped) {
      const most = Math.min(this.#limits.maxStringLength + 1, room)
      return this.#replaced(nestedMark() + flatten(part, most), size, room, at)
    }
    const whole = this.#sizes.whole(part, room, at.level)
    if (whole) return whole
    // Members that a schema names are no entries of a map.
    const isNamed = demands !== undefined && demands.required.size > 0
    const isRecord = reading.kind === 'object' && (isNamed || !part.isCollection)
    return !isRecord ? this.#collection(part, room, at) : this.#record(part, room, at)
  }

  #text(part: Part, full: string, room: number, at: Place): Made | undefined {
    const { lines, chosen } = this.#policy
    if (lines && full.length > lines.longerThan) {
      const { firstLine } = part
      const isChosen = chosen !== undefined && firstLine !== -1
      const isChosenLine = isChosen ? (line: number) => chosen.has(firstLine + line) : undefined
      const place = () => pathsOf(at.spot)
      const cut = lineCut(full, room, { ...lines, encoding: this.#encoding, isChosenLine, place })
      if (cut?.omission) this.#cuts.push({ ...cut.omission, spot: at.spot })
      if (cut || !at.isDemanded) return cut
    }
    if (room === Number.POSITIVE_INFINITY) return { value: full, cost: 0 }
    const { maxStringLength, truncationSuffix } = this.#limits
    // A schema counts characters, of which a string has at most its length.
    const minLength = (at.demands?.minLength ?? 0) * 2
    const most = Math.max(maxStringLength, minLength)
    // A mark that is cut itself says nothing.
    const mark = full.startsWith(nestedMark()) ? nestedMark().length : 0
    const usual = Math.min(mark + MIN_LENGTH + truncationSuffix.length, most)
    const least = Math.max(usual, minLength)
    const within = cutText(full, most, room, truncationSuffix, this.#encoding)
    const isTooLittle = (!within.whole && within.text.length < least) || within.cost > room
    if (isTooLittle && !at.isDemanded) return undefined
    const cut = isTooLittle
      ? cutText(full, least, Number.POSITIVE_INFINITY, truncationSuffix, this.#encoding)
      : within
    if (cut.whole) return { value: cut.text, cost: cut.cost }
    const shown = cut.text.length - truncationSuffix.length
    this.#cuts.push({ spot: at.spot, shown, total: full.length, unit: 'characters' })
    return { value: cut.text, cost: cut.cost }
  }

  /** A text in the place of a list or an object. */
  #replaced(text: string, total: number, room: number, at: Place): Made | undefined {
    const before = this.#cuts.length
    const made = this.#text(new Part(text), text, room, at)
    this.#cuts.length = before
    if (made) this.#cuts.push({ spot: at.spot, shown: 0, total, unit: 'members' })
    return made
  }

  #collection(part: Part, room: number, at: Place): Made | undefined {
    const { maxArrayItems } = this.#limits
    const { size } = part
    const total = part.container?.total ?? size
    const least = at.demands ? Math.max(1, at.demands.minEntries) : 0
    const isList = part.reading.kind === 'array'
    const style = this.#styleFor(part, at.level)
    const isOver = total > size ? size >= maxArrayItems : size > maxArrayItems
    const most = style === 'mark' && isOver ? maxArrayItems - 1 : maxArrayItems
    const level = at.level + (style === 'wrap' ? 2 : 1)
    const shown = isList ? Math.max(most, least) : size
    return this.#entries(part, room, { ...at, level }, style, total, (left) =>
      this.#planner.items(part, shown, left, level, least),
    )
  }

  #record(part: Part, room: number, at: Place): Made | undefined {
    const level = at.level + 1
    const most = at.demands ? Number.POSITIVE_INFINITY : Math.ceil(room / MIN_MEMBER)
    const members = membersByImportance(part, most)
    const absent = Math.min(part.size, most) - members.length
    const total = (part.container?.total ?? part.size) - absent
    return this.#entries(
      part,
      room,
      { ...at, level },
      this.#styleFor(part, at.level),
      total,
      (left) => this.#planner.members(members, left, level, at.demands),
    )
  }

  #styleFor(part: Part, level: number): NoteStyle {
    const { notes } = this.#policy
    const isTold = notes === 'tell' || (notes === 'plain' && part.parent !== undefined)
    return isTold ? noteStyleFor(part, level, this.#limits) : 'silent'
  }

  /** A list or an object with those of its entries that are planned for the room that there is. */
  #entries(
    part: Part,
    room: number,
    at: Place,
    style: NoteStyle,
    total: number,
    plan: (left: number) => readonly Planned[],
  ): Made | undefined {
    const brackets = jsonCost('[]', this.#encoding)
    const note = total === 0 ? 0 : noteCost(part, total, style, this.#encoding)
    const isRoot = part.parent === undefined
    // A part with no room for its note is left out, and its parent notes that.
    const fits = brackets + note <= room
    if (!at.isDemanded && (brackets > room || (!fits && !isRoot))) return undefined
    const noteStyle = fits ? style : 'silent'
    const reserve = fits ? note : 0
    const before = this.#cuts.length
    const shown = this.#shared(plan(room - brackets - reserve), room - brackets, reserve, total, at)
    const isCut = shown.length < total
    if (shown.length === 0 && isCut && noteStyle === 'silent' && !isRoot) return undefined
    const isPrefix = shown.every(({ entry }, i) => entry.place === i)
    const isList = part.reading.kind === 'array'
    for (const [i, { spot }] of shown.entries()) if (isList) spot.name = String(i)
    if (isCut) {
      const unit = isList ? 'items' : 'members'
      const cut = { spot: at.spot, shown: shown.length, total, unit } as const
      // What follows a choice is not its next part.
      const isNext = room < Number.POSITIVE_INFINITY
      this.#cuts.splice(before, 0, isNext ? { ...cut, isPrefix } : cut)
    }
    const cost = shown.reduce((sum, entry) => sum + entry.cost, brackets) + (isCut ? reserve : 0)
    const value = isList ? shown.map(({ made }) => made) : recordOf(shown)
    return { value: isCut ? withNote(value, part, total, noteStyle) : value, cost }
  }

  /** Each planned entry with its share of the room; the last one may have the room for the note if none is missing. */
  #shared(
    planned: readonly Planned[],
    room: number,
    reserve: number,
    total: number,
    { level, spot: up, demands }: Place,
  ): readonly Shown[] {
    let left = room - reserve
    let others = planned.reduce((sum, { frame, first }) => sum + frame + first, 0)
    let isWhole = planned.length === total
    const shown: Shown[] = []
    for (const [i, { entry, key, frame, first, isDemanded }] of inTurn(planned).entries()) {
      others -= frame + first
      const spare = Math.max(0, left - others - frame - first)
      const isLast = i + 1 === planned.length
      const share =
        first + Math.floor(spare / (planned.length - i)) + (isLast && isWhole ? reserve : 0)
      const spot = { up, source: entry.key, name: key }
      const before = this.#cuts.length
      const at = { level, spot, demands: demands?.inside(entry), isDemanded }
      const made = this.#make(entry, Math.min(share, room), at)
      if (made) {
        left -= made.cost + frame
        shown.push({ entry, spot, key, made: made.value, cost: made.cost + frame })
      } else {
        this.#cuts.length = before
        isWhole = false
      }
    }
    return shown.sort((a, b) => a.entry.place - b.entry.place)
  }
}

interface Shown {
  readonly entry: Part
  readonly spot: Spot
  readonly key: string
  readonly made: unknown
  readonly cost: number
}

function recordOf(shown: readonly Shown[]): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const { key, made } of shown) setOwn(record, key, made)
  return record
}

function pathsOf(at: Spot): Pick<Omission, 'path' | 'source'> & { source: readonly string[] } {
  const path: string[] = []
  const source: string[] = []
  for (let spot = at; spot.up; spot = spot.up) {
    path.push(spot.name)
    source.push(spot.source)
  }
  return { path: path.reverse(), source: source.reverse() }
}
