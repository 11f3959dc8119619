// Any value as JSON text, without limits: stored as an artifact when the answer was cut. Values that JSON
// cannot represent are written as shaping writes them, and nesting of any depth is written without recursion.
import { printJson } from '../json/exact-json.js'
import { type ArrayReading, isBuiltIn, type ObjectReading, read } from './read.js'

interface Open {
  readonly source: unknown
  readonly reading: ArrayReading | ObjectReading
  next: number
  written: number
}

/** No store takes more, and far more would end the process instead of the call. */
const MAX_LENGTH = 2 ** 27

export function toJson(value: unknown): string {
  try {
    return printJson(value, refuseLoss)
  } catch {
    return writeJson(value)
  }
}

/** JSON sees nothing in a Map, a Set or an error, and says so to nobody. */
function refuseLoss(_key: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null && isBuiltIn(value)) throw new TypeError()
  return value
}

function writeJson(value: unknown): string {
  const out: string[] = []
  let length = 0
  const push = (text: string): void => {
    refuseOver(length + text.length)
    length += text.length
    out.push(text)
  }
  const open: Open[] = []
  const within = new Set<unknown>()

  const write = (item: unknown): void => {
    const reading = read(item)
    if (reading.kind === 'nothing') push('null')
    else if (reading.kind === 'scalar') push(printJson(reading.value))
    else if (within.has(item)) push('"[circular]"')
    else {
      // An item and its comma are two characters: a list that cannot fit is not begun.
      if (reading.kind === 'array') refuseOver(length + 2 * reading.length)
      push(reading.kind === 'array' ? '[' : '{')
      open.push({ source: item, reading, next: 0, written: 0 })
      within.add(item)
    }
  }

  write(value)
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { reading } = top
    const index = top.next++
    if (reading.kind === 'array' && index < reading.length) {
      if (top.written++ > 0) push(',')
      write(reading.at(index))
    } else if (reading.kind === 'object' && index < reading.keys.length) {
      const item = reading.at(index)
      if (read(item).kind !== 'nothing') {
        if (top.written++ > 0) push(',')
        push(`${JSON.stringify(reading.keys[index])}:`)
        write(item)
      }
    } else {
      push(reading.kind === 'array' ? ']' : '}')
      open.pop()
      within.delete(top.source)
    }
  }
  return out.join('')
}

function refuseOver(length: number): void {
  if (length > MAX_LENGTH) throw new RangeError(`It is over ${MAX_LENGTH} characters long as JSON`)
}
