// JSON on one line, of which items were left out: formatted with one member, or line of a string, per line. Then it can
// be judged which of them were shown, and which an agent used later.
import { parseData } from '../../gateway/shrink/parsed-data.js'

export interface DataLines {
  readonly text: string
  /** 1-based. A line counts as kept if the same line was shown. */
  readonly kept: readonly number[]
}

/** `shown`: the JSON that is left, with the closing line after it. */
export function dataLines(whole: string, shown: string): DataLines | undefined {
  const left = jsonLines(shown.slice(0, shown.lastIndexOf('\n[only ')))
  const lines = jsonLines(whole)
  if (!lines || !left) return undefined
  const shownLines = new Set(left)
  const kept = lines.flatMap((line, index) => (shownLines.has(line) ? [index + 1] : []))
  return { text: lines.join('\n'), kept }
}

function jsonLines(json: string): string[] | undefined {
  const data = parseData(json)
  if (!data) return undefined
  // The lines of a long string are chosen one by one.
  const lines = JSON.stringify(data.value, null, 1).replaceAll('\\n', '\n').split('\n')
  return lines.map(withoutComma)
}

const withoutComma = (line: string): string => line.replace(/,$/, '')
