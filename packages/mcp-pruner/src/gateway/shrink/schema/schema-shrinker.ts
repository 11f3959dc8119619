// Makes a value smaller within what its schema allows, and says of every cut what was cut, in sealed marks. Lists keep
// at least one item, strings their minimum of characters, objects their required members.
import { ExactNumber, measure, printJson, sendable } from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../../rpc/message.js'
import { type Cut } from '../note.js'
import { type Constraints, type Demands, demandsAny, most, requiredNames } from './constraints.js'
import { FIXED, MEANT, sayIn, sayInList, sealedMark } from './say-cut.js'

/** How hard to press. */
export interface Pressure {
  readonly maxItems: number
  readonly maxChars: number
  /** Members of an object that its schema does not ask for; the largest go first. */
  readonly maxOptional: number
  readonly maxDepth: number
}

/** Where a cut is said. `members`: of the whole value. `inside`: in a string of what was cut, else in any other. */
export type Place = 'members' | 'inside'

export interface Shrunk {
  readonly value: unknown
  readonly cuts: readonly Cut[]
  /** Something was cut that could not be said inside. */
  readonly isUnsaid: boolean
}

export const shrink = (
  value: unknown,
  constraints: Constraints,
  pressure: Pressure,
  place: Place,
  narrowed: readonly Cut[],
): Shrunk => new SchemaShrinker(constraints, pressure, place, narrowed).shrink(value)

class SchemaShrinker {
  readonly #constraints: Constraints
  readonly #pressure: Pressure
  readonly #place: Place
  /** What was chosen of lists and maps already. */
  readonly #narrowed: readonly Cut[]
  readonly #cuts: Cut[]
  #isUnsaid = false

  constructor(
    constraints: Constraints,
    pressure: Pressure,
    place: Place,
    narrowed: readonly Cut[],
  ) {
    this.#constraints = constraints
    this.#pressure = pressure
    this.#place = place
    this.#narrowed = narrowed
    this.#cuts = narrowed.filter(({ unit }) => unit === 'lines')
  }

  shrink(value: unknown): Shrunk {
    const demands = this.#constraints.demandsOn(value)
    const made = this.#walk(value, demands, [])
    const saidElsewhere = this.#isUnsaid
      ? sayIn(made, demands, sealedMark('cut'), this.#constraints)
      : undefined
    return {
      value: saidElsewhere ?? made,
      cuts: this.#cuts,
      isUnsaid: this.#isUnsaid && saidElsewhere === undefined,
    }
  }

  #demandsInside(demands: Demands, key: string | number, item: unknown): Demands {
    return this.#constraints.demandsOn(item, this.#constraints.inside(demands, key))
  }

  #walk(item: unknown, demands: Demands, path: readonly string[]): unknown {
    if (demandsAny(demands, ...FIXED)) return item
    if (typeof item === 'string') return this.#text(item, demands, path)
    if (Array.isArray(item)) return this.#list(item, demands, path)
    return isFields(item) && !(item instanceof ExactNumber)
      ? this.#members(item, demands, path)
      : item
  }

  /** A cut string says so itself, wherever else it is said. */
  #text(item: string, demands: Demands, path: readonly string[]): string {
    if (demandsAny(demands, ...MEANT)) return item
    // `minLength` counts characters, of which a string has at most `length`.
    const room = Math.max(this.#pressure.maxChars, most(demands, 'minLength') * 2, LEAST_CHARS)
    if (item.length <= room) return item
    const said = ` ${sealedMark(`${item.length} characters, cut`)}`
    this.#cuts.push({ path, shown: room - said.length, total: item.length, unit: 'characters' })
    const { end } = measure(item, room - said.length, Number.POSITIVE_INFINITY)
    return `${sendable(item.slice(0, end))}${said}`
  }

  /** What was chosen of a list or a map already. */
  #cutBefore(path: readonly string[]): Cut | undefined {
    return this.#narrowed.find((cut) => cut.path.join('\0') === path.join('\0'))
  }

  #list(items: readonly unknown[], demands: Demands, path: readonly string[]): unknown {
    const before = this.#cutBefore(path)
    const total = before?.total ?? items.length
    const kept = Math.max(1, this.#pressure.maxItems, most(demands, 'minItems'))
    const shown = items.slice(0, kept).map((item, i) => {
      return this.#walk(item, this.#demandsInside(demands, i, item), [...path, String(i)])
    })
    if (shown.length === total) return shown
    const cut: Cut = { ...before, path, shown: shown.length, total, unit: 'items' }
    this.#cuts.push(cut)
    if (this.#place === 'members') return shown
    const told = sayInList(shown, items, demands, cut, this.#constraints)
    if (told === undefined) this.#isUnsaid = true
    return told ?? shown
  }

  #members(record: Fields, demands: Demands, path: readonly string[]): unknown {
    const names = Object.keys(record)
    const required = requiredNames(demands, names)
    const spare = Math.max(
      this.#pressure.maxOptional,
      most(demands, 'minProperties') - required.size,
    )
    const optional = names.filter((name) => !required.has(name))
    // No object is shown empty that is not.
    const minimum = required.size === 0 ? 1 : 0
    const dropped = new Set(largestBeyond(record, optional, Math.max(spare, minimum)))
    const isDeep = path.length + 1 >= this.#pressure.maxDepth
    const kept = names.filter((name) => !dropped.has(name))
    const member = (name: string): unknown => {
      const item = record[name]
      const inner = this.#demandsInside(demands, name, item)
      const isFlat = isDeep && isContainer(item) && !demandsAny(inner, 'type', '$ref')
      return isFlat ? this.#flat(item, [...path, name]) : this.#walk(item, inner, [...path, name])
    }
    const shown = Object.fromEntries(kept.map((name) => [name, member(name)]))
    const before = this.#cutBefore(path)
    const total = before?.total ?? names.length
    if (kept.length === total) return shown
    const cut: Cut = { ...before, path, shown: kept.length, total, unit: 'members' }
    this.#cuts.push(cut)
    if (this.#place === 'members') return shown
    const said = (count: number) => sealedMark(`${count} of ${total} members shown`)
    const say = (part: Fields, count: number) =>
      sayIn(part, demands, said(count), this.#constraints)
    const told = say(shown, kept.length)
    if (told !== undefined) return told
    // A member that can carry the mark comes back for it.
    for (const name of dropped) {
      if (say({ [name]: record[name] }, 1) === undefined) continue
      this.#cuts.splice(this.#cuts.indexOf(cut), 1, { ...cut, shown: kept.length + 1 })
      return say({ ...shown, [name]: member(name) }, kept.length + 1) ?? shown
    }
    this.#isUnsaid = true
    return shown
  }

  /** What lies too deep, where any value may stand, as one line of text. */
  #flat(item: object, path: readonly string[]): string {
    const line = printJson(item)
    this.#cuts.push({ path, shown: 0, total: Object.keys(item).length, unit: 'members' })
    return `${sealedMark('nested')} ${line.slice(0, Math.max(0, this.#pressure.maxChars - LEAST_CHARS))}`
  }
}

/** A cut string holds its mark and a little more. */
const LEAST_CHARS = 60

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

function largestBeyond(record: Fields, names: readonly string[], kept: number): readonly string[] {
  if (names.length <= kept) return []
  const sizes = names.map((name) => ({ name, size: JSON.stringify(record[name])?.length ?? 0 }))
  // Equal sizes keep their order, so that the first members of a long map stay.
  return sizes
    .toSorted((a, b) => a.size - b.size)
    .slice(kept)
    .map(({ name }) => name)
}
