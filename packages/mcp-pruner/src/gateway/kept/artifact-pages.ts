// Pages of a long text; concatenated, they are the text, character for character.
import { measure } from '@jeeves/mcp-runtime'

export class Pages {
  readonly text: string
  readonly #starts: readonly number[]

  constructor(text: string, maxBytes: number) {
    this.text = text
    const starts = [0]
    for (let at = pageEnd(text, 0, maxBytes); at < text.length; at = pageEnd(text, at, maxBytes)) {
      starts.push(at)
    }
    this.#starts = starts
  }

  get count(): number {
    return this.#starts.length
  }

  /** Page `number`, 1 or greater; `undefined` beyond the last. */
  page(number: number): string | undefined {
    const start = this.#starts[number - 1]
    return start === undefined ? undefined : this.text.slice(start, this.#starts[number])
  }
}

/** Pages are read one after the other, so the last divided text is cached. */
export function createPager(maxBytes: number): (text: string) => Pages {
  let last: Pages | undefined
  return (text) => {
    if (last?.text !== text) last = new Pages(text, maxBytes)
    return last
  }
}

/** The end of a line where one is near; never inside a character. */
function pageEnd(text: string, start: number, maxBytes: number): number {
  const end = measure(text, text.length, maxBytes, 'json', start).end
  if (end >= text.length) return text.length
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1
  return lineEnd > start + (end - start) / 2 ? lineEnd : end
}
