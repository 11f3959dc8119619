// Any value as JSON text, without limits: what is kept as an artifact when the answer was cut. What JSON
// has no word for is written as shaping writes it, and nesting of any depth is written without recursion.
import { type ArrayReading, type ObjectReading, read } from './read.js'

interface Open {
  readonly source: unknown
  readonly reading: ArrayReading | ObjectReading
  next: number
  written: number
}

export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return writeJson(value)
  }
}

function writeJson(value: unknown): string {
  const out: string[] = []
  const open: Open[] = []
  const within = new Set<unknown>()

  const write = (item: unknown): void => {
    const reading = read(item)
    if (reading.kind === 'nothing') out.push('null')
    else if (reading.kind === 'scalar') out.push(JSON.stringify(reading.value))
    else if (within.has(item)) out.push('"[circular]"')
    else {
      out.push(reading.kind === 'array' ? '[' : '{')
      open.push({ source: item, reading, next: 0, written: 0 })
      within.add(item)
    }
  }

  write(value)
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { reading } = top
    const index = top.next++
    if (reading.kind === 'array' && index < reading.length) {
      if (top.written++ > 0) out.push(',')
      write(reading.at(index))
    } else if (reading.kind === 'object' && index < reading.keys.length) {
      const item = reading.at(index)
      if (read(item).kind !== 'nothing') {
        if (top.written++ > 0) out.push(',')
        out.push(JSON.stringify(reading.keys[index]), ':')
        write(item)
      }
    } else {
      out.push(reading.kind === 'array' ? ']' : '}')
      open.pop()
      within.delete(top.source)
    }
  }
  return out.join('')
}
