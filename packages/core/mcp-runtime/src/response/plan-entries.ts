// Which entries of a list or an object are shown, and the bytes that each gets at least.
import { sendable } from '../json/cut-text.js'
import { jsonCost } from '../json/sizes.js'
import { splitLines } from './lines.js'
import type { PartSizes } from './part-sizes.js'
import type { Part } from './parts.js'
import type { PartDemands, ShrinkPolicy } from './shrink-policy.js'

/** Members in a row that did not fit before the others are left out. */
const PATIENCE = 16
/** Bytes of a demanded entry to begin with. */
const MIN_DEMANDED = 48
/** The share of the budget for errors, if few items report them. */
const EVIDENCE_SHARE = 0.25
const FEW_OF_ALL = 0.2

/** An entry that is shown, with the bytes that it needs and those that it gets at least. */
export interface Planned {
  readonly entry: Part
  /** The key as it is sent. */
  readonly key: string
  /** Of its key, colon and comma. */
  readonly frame: number
  readonly need: number
  readonly first: number
  readonly isDemanded: boolean
}

export class EntryPlanner {
  readonly #policy: ShrinkPolicy
  readonly #sizes: PartSizes
  /** Keys that had to be made well-formed, and whose they are. */
  readonly #changedKeys = new Map<Part | undefined, Map<string, Part>>()

  constructor(policy: ShrinkPolicy, sizes: PartSizes) {
    this.#policy = policy
    this.#sizes = sizes
  }

  /** At most `maxItems` of a list or a map: those that were chosen, or what went wrong and the first. */
  items(
    part: Part,
    maxItems: number,
    room: number,
    level: number,
    least: number,
  ): readonly Planned[] {
    const { chosen, wholeItems, minItemBytes } = this.#policy
    const places = chosen ? chosenPlaces(part, chosen) : undefined
    const count = places?.length ?? part.size
    const at = (i: number): Part => part.entry(places?.[i] ?? i)
    const plan = new Map<Part, Planned>()
    let left = room
    const take = (entry: Part, most: number, atLeast: number): boolean => {
      if (plan.has(entry)) return true
      if (plan.size >= maxItems) return false
      const planned = this.#planned(entry, left, level, atLeast)
      if (!planned || planned.frame + planned.first > Math.min(left, most)) return false
      plan.set(entry, planned)
      left -= planned.frame + planned.first
      return true
    }
    const whole = Number.POSITIVE_INFINITY
    const wholeCount = wholeItems < whole ? count : 0
    let most = left * EVIDENCE_SHARE
    for (const place of chosen || wholeCount === 0 ? [] : this.#evidenceIn(part)) {
      const before = left
      if (take(part.entry(place), most, whole)) most -= before - left
    }
    for (let i = 0; i < wholeCount; i++) if (!take(at(i), left, whole)) break
    if (plan.size < Math.min(wholeItems, count, maxItems)) {
      for (let i = 0; i < count; i++) if (!take(at(i), left, minItemBytes)) break
    }
    // Demanded entries share the room rather than what is left of it.
    if (least > 0) {
      const demanded = Math.min(count, least)
      if (plan.size < demanded) plan.clear()
      for (let i = 0; i < demanded; i++) {
        const planned = plan.get(at(i)) ?? this.#planned(at(i), room, level, MIN_DEMANDED)
        if (planned) plan.set(at(i), { ...planned, isDemanded: true })
      }
    }
    // Nothing is shown empty if there is room for some of it.
    if (plan.size === 0 && count > 0 && maxItems > 0) {
      const planned = this.#planned(at(0), room, level, MIN_DEMANDED)
      if (planned && planned.frame < room)
        plan.set(at(0), { ...planned, first: Math.min(planned.first, room - planned.frame) })
    }
    return [...plan.values()]
  }

  /** Entries that report an error, unless many do. */
  #evidenceIn(part: Part): readonly number[] {
    const { evidence } = this.#policy
    const { size } = part
    if (!evidence) return []
    const isEvidence = evidence(part)
    const found: number[] = []
    for (let place = 0; place < size; place++) if (isEvidence(place)) found.push(place)
    return found.length <= size * FEW_OF_ALL ? found : []
  }

  members(
    members: readonly Part[],
    room: number,
    level: number,
    demands: PartDemands | undefined,
  ): readonly Planned[] {
    const planned: Planned[] = []
    const { required: names } = demands ?? {}
    const required = members.filter(({ key }) => names?.has(key))
    const optional = members.filter(({ key }) => !names?.has(key))
    const least = demands ? Math.max(1, required.length, demands.minEntries) : 0
    let left = room
    let misses = 0
    for (const entry of [...required, ...optional]) {
      const isDemanded = planned.length < least
      const one = this.#planned(entry, left, level, this.#sizes.firstOf(entry))
      if (one && (isDemanded || one.frame + one.first <= left)) {
        planned.push({ ...one, isDemanded })
        left -= one.frame + one.first
        misses = 0
      } else if (++misses >= PATIENCE) break
    }
    return planned
  }

  /** With at least `least` bytes, if it needs so much. `undefined`: its key cannot be sent. */
  #planned(entry: Part, room: number, level: number, least: number): Planned | undefined {
    const { encoding } = this.#policy
    const unit = jsonCost(',', encoding)
    const isMember = entry.parent?.reading.kind === 'object'
    const key = isMember ? this.#sentKey(entry) : entry.key
    if (key === undefined) return undefined
    const frame = unit + (isMember ? jsonCost(JSON.stringify(key), encoding) + unit : 0)
    const need = this.#sizes.need(entry, room - frame, level)
    return { entry, key, frame, need, first: Math.min(need, least), isDemanded: false }
  }

  /** `undefined`: it is over the limit, or another key would be sent as the same. */
  #sentKey(entry: Part): string | undefined {
    const { key, parent } = entry
    if (key.length > this.#policy.limits.maxStringLength) return undefined
    const sent = sendable(key)
    if (sent === key) return key
    const changed = this.#changedKeys.get(parent) ?? new Map<string, Part>()
    this.#changedKeys.set(parent, changed)
    const isOwn = parent?.container?.kind === 'object' && parent.container.keys.includes(sent)
    if (isOwn || (changed.get(sent) ?? entry) !== entry) return undefined
    changed.set(sent, entry)
    return sent
  }
}

/** What can be cut finely comes last, to use what the others left; among equals, the first entries do. */
export function inTurn(planned: readonly Planned[]): readonly Planned[] {
  const rank = ({ entry, need, first }: Planned): number =>
    need <= first ? 0 : entry.container ? 1 : 2
  return planned.toSorted(
    (a, b) => rank(a) - rank(b) || a.need - b.need || b.entry.place - a.entry.place,
  )
}

/** Nothing is shown empty: the first represents those of which none was chosen. */
function chosenPlaces(part: Part, chosen: ReadonlySet<number>): readonly number[] {
  const places: number[] = []
  for (const entry of part.entries()) if (isChosen(entry, chosen)) places.push(entry.place)
  return places.length > 0 || part.size === 0 ? places : [0]
}

const isChosen = (entry: Part, chosen: ReadonlySet<number>): boolean =>
  entry.line === -1 || chosen.has(entry.line) || hasChosen(entry, chosen)

function hasChosen(part: Part, chosen: ReadonlySet<number>): boolean {
  const { source, firstLine, hasChoices, isCollection } = part
  if (!hasChoices) return false
  if (typeof source === 'string') {
    return splitLines(source).some((_, line) => chosen.has(firstLine + line))
  }
  for (const entry of part.entries()) {
    if (isCollection ? isChosen(entry, chosen) : hasChosen(entry, chosen)) return true
  }
  return false
}
