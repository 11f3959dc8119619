// One line of text in place of what lies too deep: `{id: 7, tags: [a, b], owner: {...3}}`. What is most
// important stands first, because the line is cut at its end.

import { shownMark } from './omission-notes.js'
import { membersByImportance, type Part, SHORT_STRING } from './parts.js'
import type { ArrayReading, ObjectReading } from './read.js'

const LEVELS = 3
const MAX_KEY_LENGTH = 100
/** More than a line of the longest limit holds. */
const MAX_ENTRIES = 2_000

export function flatten(part: Part, maxLength: number): string {
  const line = new Line(maxLength)
  line.add(part, LEVELS, maxLength)
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

  add(part: Part, levels: number, longest: number): void {
    const { reading } = part
    if (reading.kind === 'array' || reading.kind === 'object') {
      this.#addContainer(part, reading, levels)
      return
    }
    const scalar = String(reading.kind === 'scalar' ? reading.value : null)
    const shown = scalar.length > longest ? `${scalar.slice(0, longest - 3)}...` : scalar
    this.#write(shown.replace(/\s+/g, ' '))
  }

  #addContainer(part: Part, { kind, total }: ArrayReading | ObjectReading, levels: number): void {
    const [open, close] = kind === 'array' ? ['[', ']'] : ['{', '}']
    const { size } = part
    if (levels === 0 && size > 0) {
      this.#write(`${open}...${total ?? size}${close}`)
      return
    }
    const isList = kind === 'array'
    const entries = isList ? part.entries(MAX_ENTRIES) : membersByImportance(part, MAX_ENTRIES)
    this.#write(open)
    let isFirst = true
    for (const entry of entries) {
      if (this.#room <= 0) break
      if (!isFirst) this.#write(', ')
      isFirst = false
      if (!isList) this.#write(`${entry.key.slice(0, MAX_KEY_LENGTH)}: `)
      this.add(entry, levels - 1, SHORT_STRING)
    }
    if (total !== undefined) this.#write(`, ${shownMark(size, total)}`)
    this.#write(close)
  }
}
