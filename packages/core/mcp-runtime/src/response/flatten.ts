// One line of text in place of what lies too deep: `{id: 7, tags: [a, b], owner: {...3}}`.
import { type ArrayReading, type ObjectReading, read } from './read.js'

const LEVELS = 3
const LONGEST_KEY = 100

export function flatten(value: unknown, maxLength: number): string {
  const line = new Line(maxLength)
  line.addValue(value, LEVELS)
  return line.text
}

class Line {
  text = ''
  readonly #maxLength: number

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  get #room(): number {
    return this.#maxLength - this.text.length
  }

  #add(text: string): void {
    this.text += text.slice(0, this.#room)
  }

  addValue(value: unknown, levels: number): void {
    const reading = read(value)
    if (reading.kind === 'array' || reading.kind === 'object') {
      this.#addContainer(reading, levels)
    } else {
      const scalar = reading.kind === 'scalar' ? reading.value : null
      const text = typeof scalar === 'string' ? scalar.slice(0, this.#room) : String(scalar)
      this.#add(text.replace(/\s+/g, ' '))
    }
  }

  #addContainer(reading: ArrayReading | ObjectReading, levels: number): void {
    const [open, close] = reading.kind === 'array' ? ['[', ']'] : ['{', '}']
    const total = reading.kind === 'array' ? reading.length : reading.keys.length
    if (levels === 0 && total > 0) return this.#add(`${open}...${total}${close}`)
    this.#add(open)
    for (let i = 0; i < total && this.#room > 0; i++) {
      if (i > 0) this.#add(', ')
      if (reading.kind === 'object') this.#add(`${(reading.keys[i] ?? '').slice(0, LONGEST_KEY)}: `)
      this.addValue(reading.at(i), levels - 1)
    }
    this.#add(close)
  }
}
