// Everything that a schema demands of one value: references followed, `allOf` joined, and of `anyOf` and
// `oneOf` the branch that the value takes. What this does not understand, the final validation catches.
import { resolvePointer } from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../../rpc/message.js'
import { type IsValid, validatorFor } from './validator.js'

/** Schemas that all apply to the same value. */
export type Demands = readonly Fields[]

const MAX_DEMANDS = 50

export class Constraints {
  readonly #root: Fields
  readonly #branches = new WeakMap<Fields, IsValid>()

  constructor(root: Fields) {
    this.#root = root
  }

  demandsOn(value: unknown, schemas: readonly unknown[] = [this.#root]): Demands {
    const found: Fields[] = []
    const open = [...schemas]
    while (open.length > 0 && found.length < MAX_DEMANDS) {
      const schema = open.pop()
      if (!isFields(schema)) continue
      found.push(schema)
      const { $ref, allOf, anyOf, oneOf } = schema
      if (typeof $ref === 'string') open.push(this.#follow($ref))
      if (Array.isArray(allOf)) open.push(...(allOf as unknown[]))
      for (const choice of [anyOf, oneOf]) {
        if (Array.isArray(choice)) open.push(choice.find((branch) => this.#accepts(branch, value)))
      }
    }
    return found
  }

  /** What applies to the property `key`, or to the item at index `key`. */
  inside(demands: Demands, key: string | number): unknown[] {
    return demands.flatMap((schema) =>
      typeof key === 'number' ? itemSchemas(schema, key) : propertySchemas(schema, key),
    )
  }

  #follow(ref: string): unknown {
    try {
      return ref.startsWith('#')
        ? resolvePointer(this.#root, decodeURIComponent(ref.slice(1)))
        : undefined
    } catch {
      // An anchor, or a pointer to nothing.
      return undefined
    }
  }

  #accepts(branch: unknown, value: unknown): boolean {
    if (!isFields(branch)) return branch === true
    const known = this.#branches.get(branch)
    if (known) return known(value)
    const { $defs, definitions } = this.#root
    const isValid = validatorFor({
      ...branch,
      ...($defs !== undefined && { $defs }),
      ...(definitions !== undefined && { definitions }),
    })
    this.#branches.set(branch, isValid)
    return isValid(value)
  }
}

function itemSchemas({ items, prefixItems, additionalItems }: Fields, index: number): unknown[] {
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : []
  if (index < tuple.length) return [tuple[index]]
  return [Array.isArray(items) ? additionalItems : items]
}

function propertySchemas(schema: Fields, key: string): unknown[] {
  const { properties, patternProperties, additionalProperties } = schema
  const own = isFields(properties) && Object.hasOwn(properties, key) ? [properties[key]] : []
  const patterned = isFields(patternProperties)
    ? Object.entries(patternProperties).flatMap(([pattern, found]) =>
        matches(pattern, key) ? [found] : [],
      )
    : []
  const named = [...own, ...patterned]
  return named.length > 0 ? named : [additionalProperties]
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key)
  } catch {
    return false
  }
}

/** The largest of the numbers that the demands give for `keyword`. */
export const most = (demands: Demands, keyword: string): number =>
  demands.reduce((found, schema) => {
    const value = schema[keyword]
    return typeof value === 'number' ? Math.max(found, value) : found
  }, 0)

/** The smallest of them. */
export const least = (demands: Demands, keyword: string): number =>
  demands.reduce((found, schema) => {
    const value = schema[keyword]
    return typeof value === 'number' ? Math.min(found, value) : found
  }, Number.POSITIVE_INFINITY)

export const demandsAny = (demands: Demands, ...keywords: string[]): boolean =>
  demands.some((schema) => keywords.some((keyword) => schema[keyword] !== undefined))

/** Names that may not be dropped from an object. */
export function requiredNames(demands: Demands, present: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { required, dependentRequired } of demands) {
    if (Array.isArray(required)) for (const name of required) names.add(String(name))
    if (!isFields(dependentRequired)) continue
    for (const [name, needed] of Object.entries(dependentRequired)) {
      if (present.includes(name) && Array.isArray(needed)) {
        for (const other of needed) names.add(String(other))
      }
    }
  }
  return names
}
