// A value as JSON, and its members each, without printing anything twice: what has to be printed by parts is put
// together from them. Of a value that came as compact JSON, the parts are those of its text.
import { ExactNumber, printJson } from '@jeeves/mcp-runtime'
import { stringEnd } from '../../rpc/json-structure.js'
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

  /** As `printJson`. `source` is the text that the value was read from. */
  text(item: unknown, level: number, source?: string): string {
    return isContainer(item) && level <= MAX_LEVELS
      ? this.parts(item, level, source).whole
      : (source ?? printJson(item))
  }

  parts(item: object, level: number, source?: string): Printed {
    const known = this.#printed.get(item)
    if (known) return known
    const keys = Object.keys(item)
    const names = Array.isArray(item) ? undefined : keys.map((key) => `${JSON.stringify(key)}:`)
    const members: unknown[] = Object.values(item)
    const sources = source === undefined ? undefined : membersIn(source, names, keys.length)
    const values = isCollection(item)
      ? (sources ?? members.map((member) => printJson(member)))
      : members.map((member, i) => this.text(member, level + 1, sources?.[i]))
    const made = { keys, names, members, values, whole: sources ? source! : joined(names, values) }
    this.#printed.set(item, made)
    return made
  }
}

const joined = (names: readonly string[] | undefined, values: readonly string[]): string =>
  names ? `{${values.map((text, i) => names[i] + text).join(',')}}` : `[${values.join(',')}]`

/** The text of each member of a list or an object; `undefined` if they are not written as `printJson` writes them. */
function membersIn(
  json: string,
  names: readonly string[] | undefined,
  count: number,
): readonly string[] | undefined {
  const texts: string[] = []
  let depth = 0
  let start = 1
  const add = (end: number): boolean => {
    const name = names?.[texts.length] ?? ''
    texts.push(json.slice(start + name.length, end))
    return json.startsWith(name, start)
  }
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at)
    if (unit === 0x22) at = stringEnd(json, at)
    else if (unit <= 0x20) return undefined
    else if (unit === 0x7b || unit === 0x5b) depth++
    else if (unit === 0x7d || unit === 0x5d) depth--
    else if (unit === 0x2c && depth === 1) {
      if (!add(at)) return undefined
      start = at + 1
    }
  }
  return count > 0 && add(json.length - 1) && texts.length === count ? texts : undefined
}

/** What JSON may write in two ways and `printJson` writes in one. */
export const isCanonical = (json: string): boolean => !json.includes('\\u') && !json.includes('\\/')

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
