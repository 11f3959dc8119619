// What of a value a question can choose: the items of its lists, the members of its maps and the lines of its long
// strings, wherever they stand. What an item holds belongs to it, unless it is so large that it is chosen from itself.
import { type Part, printJson, splitLines } from '@jeeves/mcp-runtime'

/** A longer string is a text. */
export const LONG_TEXT = 1000
/** A larger item is chosen from itself. */
const LARGE_CHARS = 2000
/** Beside a larger one, a part of less than this many characters, and this share of all, is left whole. */
const SMALL_CHARS = 400
const SMALL_SHARE = 1 / 20
/** How deep choices are looked for. */
const MAX_LEVELS = 12
/** Of a value that is mostly one text, the question is asked of that text, as any other tool would ask it. */
const DOMINANT_SHARE = 0.5

export interface Choices {
  /** One for each entry and each line of a text: what a question is asked of. */
  readonly lines: readonly string[]
  /** The lines are those of one text, which is most of the value. */
  readonly isText: boolean
}

/** Numbers everything in the value that can be chosen. `withTexts`: lines of long strings as well. */
export function numberChoices(root: Part, withTexts: boolean): Choices {
  const { lines, texts, entries } = new Numbering(root, withTexts)
  const largest = texts
    .filter(({ source }) => splitLines(source as string).length > 1)
    .reduce<Part | undefined>(
      (best, text) => (sizeOf(text) > sizeOf(best) ? text : best),
      undefined,
    )
  if (!largest || sizeOf(largest) < root.json.length * DOMINANT_SHARE)
    return { lines, isText: false }
  for (const entry of entries) entry.line = -1
  for (const text of texts) text.firstLine = text === largest ? 0 : -1
  return { lines: splitLines(largest.source as string), isText: true }
}

const sizeOf = (text: Part | undefined): number => text?.json.length ?? 0

class Numbering {
  readonly lines: string[] = []
  readonly texts: Part[] = []
  readonly entries: Part[] = []
  readonly #size: number
  readonly #withTexts: boolean

  constructor(root: Part, withTexts: boolean) {
    this.#size = root.json.length
    this.#withTexts = withTexts
    this.#look(root)
  }

  /** Whether something in it can be chosen. */
  #look(part: Part): boolean {
    const { source, level } = part
    if (typeof source === 'string') part.hasChoices = this.#text(part, source)
    else if (!part.container || level > MAX_LEVELS) return false
    else if (part.isCollection) part.hasChoices = this.#collection(part)
    else for (const entry of part.entries()) part.hasChoices = this.#look(entry) || part.hasChoices
    return part.hasChoices
  }

  #text(part: Part, text: string): boolean {
    if (!this.#withTexts || text.length <= LONG_TEXT) return false
    part.firstLine = this.lines.length
    for (const line of splitLines(text)) this.lines.push(line)
    this.texts.push(part)
    return true
  }

  #collection(part: Part): boolean {
    if (part.json.length < Math.min(SMALL_CHARS, this.#size * SMALL_SHARE)) return false
    for (const [place, text] of part.entryTexts.entries()) {
      const entry = part.entry(place)
      const name = part.nameOf(place)
      entry.line = this.lines.length
      this.lines.push(name + text)
      const hasChoices = text.length > LARGE_CHARS && this.#look(entry)
      // What it holds has lines of its own.
      if (hasChoices) this.lines[entry.line] = name + printJson(withoutChoices(entry) ?? null)
      this.entries.push(entry)
    }
    return true
  }
}

function withoutChoices(part: Part): unknown {
  if (!part.hasChoices) return part.source
  if (part.isCollection || typeof part.source === 'string') return undefined
  const members = Array.from(part.entries(), (entry) => [entry.key, withoutChoices(entry)] as const)
  return part.reading.kind === 'array'
    ? members.map(([, member]) => member)
    : Object.fromEntries(members)
}
