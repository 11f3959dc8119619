// What a schema demands of each part of a value while it is made smaller.
import type { Part, PartDemands } from '@jeeves/mcp-runtime'
import { type Constraints, type Demands, demandsAny, most, requiredNames } from './constraints.js'

const FIXED = ['enum', 'const']
/** Strings with these mean what they are. */
export const MEANT = [...FIXED, 'pattern', 'format']

/** Kinds of parts that are not cut: some schemas forbid just one of them. */
export interface Easing {
  readonly keepsItems?: boolean
  readonly keepsMembers?: boolean
  readonly keepsStrings?: boolean
}

export class SchemaDemands implements PartDemands {
  readonly #part: Part
  readonly #constraints: Constraints
  readonly #demands: Demands
  readonly #easing: Easing

  constructor(part: Part, constraints: Constraints, easing: Easing, schemas?: readonly unknown[]) {
    this.#part = part
    this.#constraints = constraints
    this.#demands = constraints.demandsOn(part.source, schemas)
    this.#easing = easing
  }

  get isFixed(): boolean {
    const isText = typeof this.#part.source === 'string'
    if (isText && this.#easing.keepsStrings) return true
    return demandsAny(this.#demands, ...(isText ? MEANT : FIXED))
  }

  get isTyped(): boolean {
    return this.#easing.keepsMembers === true || demandsAny(this.#demands, 'type', '$ref')
  }

  get minLength(): number {
    return most(this.#demands, 'minLength')
  }

  get minEntries(): number {
    const isList = this.#part.reading.kind === 'array'
    const keepsAll = isList ? this.#easing.keepsItems : this.#easing.keepsMembers
    return keepsAll ? this.#part.size : most(this.#demands, isList ? 'minItems' : 'minProperties')
  }

  get required(): ReadonlySet<string> {
    return requiredNames(this.#demands, Object.keys(this.#part.source as object))
  }

  inside(entry: Part): PartDemands {
    const key = this.#part.reading.kind === 'array' ? entry.place : entry.key
    const schemas = this.#constraints.inside(this.#demands, key)
    return new SchemaDemands(entry, this.#constraints, this.#easing, schemas)
  }
}
