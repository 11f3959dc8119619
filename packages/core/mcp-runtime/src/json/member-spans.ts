// Where the members of a list or an object are in its own text.
import { stringEnd } from './string-end.js'

/** A list or an object as it is written. */
export interface JsonText {
  readonly json: string
  /** Its commas, found without reading it again. */
  readonly commas?: () => Commas
}

interface Commas {
  /** Those between its members. */
  readonly own: readonly number[]
  /** Those between the members of its members, if they were looked for. */
  readonly inner?: readonly number[]
}

export interface MemberSpans {
  readonly json: string
  /** The first character of each member. */
  readonly starts: Int32Array
  /** One past the last character of each. */
  readonly ends: Int32Array
  readonly inner: readonly number[] | undefined
}

/** `undefined` if they are not written as `printJson` writes them. The text is valid. */
export function memberSpans(
  { json, commas }: JsonText,
  keys: readonly string[] | undefined,
  count: number,
): MemberSpans | undefined {
  const found = commas ? commas() : commasIn(json)
  if (count === 0 || found?.own.length !== count - 1) return undefined
  const starts = new Int32Array(count)
  const ends = new Int32Array(count)
  ends.set(found.own)
  ends[count - 1] = json.length - 1
  let next = 1
  for (let place = 0; place < count; place++) {
    const name = keys ? `${JSON.stringify(keys[place])}:` : ''
    if (!json.startsWith(name, next)) return undefined
    starts[place] = next + name.length
    next = ends[place]! + 1
  }
  return { json, starts, ends, inner: found.inner }
}

/** What is written of one member. */
export function memberText({ json, starts, ends, inner }: MemberSpans, place: number): JsonText {
  const start = starts[place]!
  const end = ends[place]!
  const text = json.slice(start, end)
  if (!inner) return { json: text }
  const commas = (): Commas => {
    const own = inner.slice(countBelow(start, inner), countBelow(end, inner))
    return { own: own.map((at) => at - start) }
  }
  return { json: text, commas }
}

/** What JSON may write in two ways and `printJson` writes in one. */
const isCanonical = (json: string): boolean => !json.includes('\\u') && !json.includes('\\/')

/** `undefined` if there are spaces in it, or escapes that `printJson` does not write. */
function commasIn(json: string): Commas | undefined {
  if (!isCanonical(json)) return undefined
  const own: number[] = []
  const inner: number[] = []
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at)
    if (unit === 0x22) at = stringEnd(json, at)
    else if (unit <= 0x20) return undefined
    else if (unit === 0x7b || unit === 0x5b) depth++
    else if (unit === 0x7d || unit === 0x5d) depth--
    else if (unit === 0x2c && depth === 1) own.push(at)
    else if (unit === 0x2c && depth === 2) inner.push(at)
  }
  return { own, inner }
}

/** How many of the ascending numbers are smaller. */
function countBelow(limit: number, numbers: readonly number[]): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}
