// One line of text in place of what lies too deep: `{id: 7, tags: [a, b], owner: {...3}}`. What is most
// important stands first, because the line is cut at its end.

import { shownMark } from './omission-notes.js'
import { ItemOffers, KeyOffers, SHORT_STRING } from './parts.js'
import { type ArrayReading, type ObjectReading, type Reading, read } from './read.js'

const LEVELS = 3
const LONGEST_KEY = 100
/** More than a line of the longest limit holds. */
const MOST_ENTRIES = 2_000

export function flatten(value: unknown, maxLength: number): string {
  const line = new Line(maxLength)
  line.add(read(value), LEVELS, maxLength)
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

  #write(text: string): void {
    this.text += text.slice(0, this.#room)
  }

  add(reading: Reading, levels: number, longest: number): void {
    if (reading.kind === 'array' || reading.kind === 'object') {
      this.#addContainer(reading, levels)
      return
    }
    const scalar = String(reading.kind === 'scalar' ? reading.value : null)
    const shown = scalar.length > longest ? `${scalar.slice(0, longest - 3)}...` : scalar
    this.#write(shown.replace(/\s+/g, ' '))
  }

  #addContainer(reading: ArrayReading | ObjectReading, levels: number): void {
    const [open, close] = reading.kind === 'array' ? ['[', ']'] : ['{', '}']
    const size = reading.kind === 'array' ? reading.length : reading.keys.length
    if (levels === 0 && size > 0) {
      this.#write(`${open}...${reading.total ?? size}${close}`)
      return
    }
    const offers =
      reading.kind === 'array'
        ? new ItemOffers(reading, MOST_ENTRIES)
        : new KeyOffers(reading, MOST_ENTRIES)
    this.#write(open)
    for (let i = 0; i < offers.length && this.#room > 0; i++) {
      const { place, reading: entry } = offers.at(i)
      if (i > 0) this.#write(', ')
      if (reading.kind === 'object') {
        this.#write(`${(reading.keys[place] ?? '').slice(0, LONGEST_KEY)}: `)
      }
      this.add(entry, levels - 1, SHORT_STRING)
    }
    if (reading.total !== undefined) this.#write(`, ${shownMark(size, reading.total)}`)
    this.#write(close)
  }
}
