// How much memory a value takes, accurately enough to bound a cache. Walks without recursion, so depth
// costs no stack, and visits each object once, so cycles end.

const REFERENCE = 8
const OBJECT = 24
const STRING = 16

/** Two bytes per character: V8's maximum. An exact count would have to read every character. */
export const stringBytes = (text: string): number => STRING + text.length * 2

export function estimateSize(value: unknown): number {
  return isContainer(value) ? walk(value) : leafBytes(value)
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

function leafBytes(value: unknown): number {
  if (typeof value === 'string') return stringBytes(value)
  // Hexadecimal is the one radix in which a bigint is written in linear time.
  if (typeof value === 'bigint') return OBJECT + Math.ceil(value.toString(16).length / 2)
  return REFERENCE
}

function walk(root: object): number {
  const seen = new Set<object>([root])
  const pending: object[] = [root]
  let bytes = 0
  const add = (value: unknown) => {
    bytes += REFERENCE
    if (!isContainer(value)) bytes += leafBytes(value)
    else if (!seen.has(value)) {
      seen.add(value)
      pending.push(value)
    }
  }
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    bytes += OBJECT
    if (ArrayBuffer.isView(next) || next instanceof ArrayBuffer) {
      bytes += next.byteLength
    } else if (next instanceof Map) {
      for (const [key, value] of next) {
        add(key)
        add(value)
      }
    } else if (next instanceof Set || Array.isArray(next)) {
      for (const value of next) add(value)
    } else {
      for (const key of Object.keys(next)) {
        bytes += REFERENCE
        add((next as Record<string, unknown>)[key])
      }
    }
  }
  return bytes
}
