// A value as JSON, and its members each, without printing anything twice: what has to be printed by parts is put
// together from them.
import { ExactNumber, printJson } from '@jeeves/mcp-runtime'
import { isFields } from '../../rpc/message.js'

/** How deep parts are looked for. */
export const MAX_LEVELS = 12
/** Members that are records of one kind, or values of one kind, are entries of a map from so many on. */
const MAP_OF_RECORDS = 8
const MAP_OF_VALUES = 20

/** A list or an object as JSON, and each of its members. */
interface Printed {
  readonly keys: readonly string[]
  /** Of an object, `"name":` for each. */
  readonly names: readonly string[] | undefined
  readonly members: readonly unknown[]
  readonly values: readonly string[]
  readonly whole: string
}

export class PartPrinter {
  readonly #printed = new Map<object, Printed>()

  /** As `printJson`. */
  text(item: unknown, level: number): string {
    return isContainer(item) && level <= MAX_LEVELS
      ? this.parts(item, level).whole
      : printJson(item)
  }

  parts(item: object, level: number): Printed {
    const known = this.#printed.get(item)
    if (known) return known
    const keys = Object.keys(item)
    const names = Array.isArray(item) ? undefined : keys.map((key) => `${JSON.stringify(key)}:`)
    const members: unknown[] = Object.values(item)
    const values = isCollection(item)
      ? members.map((member) => printJson(member))
      : members.map((member) => this.text(member, level + 1))
    const whole = names
      ? `{${values.map((text, i) => names[i] + text).join(',')}}`
      : `[${values.join(',')}]`
    const made = { keys, names, members, values, whole }
    this.#printed.set(item, made)
    return made
  }
}

export const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber)

/** It is chosen from by entries. */
export const isCollection = (value: object): boolean =>
  Array.isArray(value) ? value.length > 1 : isMap(value)

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
